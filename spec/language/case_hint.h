// What a person most likely meant where the text of a case is no case: slips of C, of other languages, and of this one.
// Internal to the parser.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace moot::syntax {

struct Hint {
  std::size_t offset; // of what to change: the error, or the word before it
  std::string what;   // ": a comment begins with '#'"; it stands after "unexpected '/'"
};

// `offset`: of the token where parsing stopped. `after_name`: a word stood where a statement begins, and what follows made
// neither a call nor an assignment of it. Takes time linear in the text.
std::optional<Hint> hint(std::string_view text, std::size_t offset, bool after_name);

} // namespace moot::syntax
