// What the words of a call mean: its procedure, its parameters, kinds of object and languages. Internal to the parser.
#pragma once

#include "model/vocabulary/procedure.h"
#include "spec/language/case_message.h"
#include "spec/language/case_syntax.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

// Throws a CaseFault at the word.
[[noreturn]] void wrong(const syntax::Word& word, const std::string& what);

// Adds what there is of an enum with `name`, to look for what was meant.
template <typename Enum> void add_names(std::vector<std::string_view>& names, int count) {
  for (int i = 0; i < count; ++i) names.push_back(name(static_cast<Enum>(i)));
}

// Of the parameters that are, or are not, written with their name.
std::vector<std::string_view> names_of(std::span<const Parameter> parameters, bool named);

// What to say of a name that is no procedure's.
std::string unknown_procedure(std::string_view name);

// What a call takes: "comm, keyval"; "copy:, delete:, extra_state:", which are given by name.
std::string taken(const Signature& signature);

// `type: NAME`
Term kind_meant(const syntax::Word& word);

// The index of the parameter that an argument is for.
std::size_t parameter_of(const syntax::Argument& argument, const Signature& signature, std::size_t& positional,
                         const std::vector<std::optional<Expression>>& filled);

Language language_meant(const syntax::Word& word);

} // namespace moot
