// The kinds of MPI object that the model knows.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace moot {

// A value's `handle_type` argument (MPIX_HANDLE_COMM, ...) is one of these.
// What a program adds as an error code or class is no object of MPI's, but comes about and shows like one.
// A key is Ticket 304's; a keyval is today's, and for one kind of object. What MPI_Grequest_start was given, its functions and extra_state,
// is an object without a handle: what the request keeps them under, as it does values under keys.
enum class Kind : std::uint8_t {
  none,
  communicator,
  datatype,
  window,
  info,
  key,
  request,
  keyval,
  file,
  error_code,
  errhandler,
  group,
  op,
  session,
  message,
  grequest
};
inline constexpr int kind_count = 16;

// "communicator", "datatype", ...; "none" for Kind::none.
std::string_view name(Kind kind);

// The kind of that name (as in a case's `type:`), if there is one. "none" is not a kind.
std::optional<Kind> kind_named(std::string_view name);

// The letter that begins the names of objects in traces: "c" (c1, c2, ...), "t", "w", "i", "k", "r", "v", "f", "e", "h", "g", "o", "s", "p"; "q" for what no event shows.
char letter(Kind kind);

// "MPIX_HANDLE_COMM", ...: the `handle_type` of this kind, for MPIX_Value_set and in callbacks; and back. "": it has none.
std::string_view handle_type(Kind kind);
std::optional<Kind> kind_of_handle_type(std::string_view name);

// The kind whose handle_type is this number; none: it is nobody's.
std::optional<Kind> kind_of_handle_type(std::int64_t number);

// "MPI_COMM_NULL", "MPIX_KEY_NULL", ...: how the null handle of a kind is written.
std::string_view null_handle(Kind kind);

} // namespace moot
