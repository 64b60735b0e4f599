// The kinds of MPI object that the model knows. They are the lines of spec/kinds.toml, of which the build makes enum class Kind, in their
// order, and the table of their words. A value's `handle_type` argument (MPIX_HANDLE_COMM, ...) is a kind.
#pragma once

#include "generated/kinds.h"
#include "generated/procedures.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace moot {

// What a kind does not have, is "". Kind::none is "none", and of any kind.
struct KindWords {
  std::string_view name{};         // "communicator", as in a case's `type:`
  char letter = '?';               // begins the names of its objects in traces: c1, c2, ...
  std::string_view word{};         // "comm"
  std::string_view type{};         // "MPI_Comm": of its handles in C
  std::string_view handle_type{};  // "MPIX_HANDLE_COMM"
  std::string_view null{};         // "MPI_COMM_NULL": how its null handle is written
  std::string_view c2f{};          // "MPI_Comm_c2f"
  std::optional<Procedure> ends{}; // frees its objects, given a handle's place; or ends them otherwise: MPI_File_close
};
const KindWords& kind_words(Kind kind);

inline std::string_view name(Kind kind) { return kind_words(kind).name; }
inline char letter(Kind kind) { return kind_words(kind).letter; }
inline std::string_view handle_type(Kind kind) { return kind_words(kind).handle_type; }
inline std::string_view null_handle(Kind kind) { return kind_words(kind).null; }

// The kind of that name, if there is one. "none" is not a kind.
std::optional<Kind> kind_named(std::string_view name);
// The kind that has this handle_type, by name or number; none: it is nobody's.
std::optional<Kind> kind_of_handle_type(std::string_view name);
std::optional<Kind> kind_of_handle_type(std::int64_t number);

} // namespace moot
