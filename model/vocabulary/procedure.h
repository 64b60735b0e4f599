// The MPI procedures that the model knows, with the parameters that matter to it.
//
// One table serves everyone: the case language checks calls against it, the machine finds its rules by it, the executor
// and the traces name procedures and arguments by it.
#pragma once

#include "model/vocabulary/kind.h"
#include "model/vocabulary/language.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace moot {

enum class Procedure : std::uint8_t {
  key_create,
  key_free,
  key_c2f,
  key_f2c,
  value_set,
  value_get,
  value_clear,
  comm_dup,
  comm_free,
  type_contiguous,
  type_dup,
  type_commit,
  type_free,
  win_allocate,
  win_free,
  info_create,
  info_dup,
  info_free,
  irecv,
  isend,
  send,
  wait,
  test,
  comm_dup_with_info,
  comm_idup,
  comm_idup_with_info,
  comm_split,
  comm_disconnect,
  file_open,
  file_close,
  comm_create_keyval,
  comm_free_keyval,
  comm_set_attr,
  comm_get_attr,
  comm_delete_attr,
  type_create_keyval,
  type_free_keyval,
  type_set_attr,
  type_get_attr,
  type_delete_attr,
  win_create_keyval,
  win_free_keyval,
  win_set_attr,
  win_get_attr,
  win_delete_attr,
  keyval_create, // MPI-1's, deprecated
  keyval_free,
  attr_put,
  attr_get,
  attr_delete,
  error_class,
  add_error_class,
  add_error_code,
  add_error_string,
  comm_set_errhandler,
  win_set_errhandler,
  finalized,
  finalize,
};
inline constexpr int procedure_count = static_cast<int>(Procedure::finalize) + 1;

struct Parameter {
  enum class Type : std::uint8_t {
    integer,    // an int or MPI_Aint
    handle,     // a handle of `kind`; Kind::none: of any kind (MPIX_Handle)
    callback,   // a function of the program, or null
    kind,       // a handle_type
    flag_value, // OUT of MPIX_Value_get, MPI_Comm_get_attr: the value, or null where flag is false
    error,      // an error code or class: predefined, or added by the program
    attribute, // IN: the attribute_val of MPI_Comm_set_attr, or extra_state: a number, or an address (Value::Type::pointer)
  };
  std::string_view name; // as in docs/case-language.md: "key", "handle", "copy", ...
  Type type;
  Kind kind = Kind::none;
  bool named = false; // optional, and written `name: argument`
};

// What a procedure belongs to: a question concerns the programs that use its area. (What no wrapper of the layer knows is
// of the area `attributes`: it runs on the library as it is.)
enum class Area : std::uint8_t { common, ticket304, attributes };

// In which languages a case may call a procedure.
enum class Bindings : std::uint8_t { c, all, not_f08 };

// Of any procedure: so much room a call takes.
inline constexpr std::size_t most_parameters = 4;
inline constexpr std::size_t most_results = 2;

struct Signature {
  std::string_view name; // "MPIX_Value_set"
  std::span<const Parameter> in;
  std::span<const Parameter> out;
  Area area = Area::common;
  Bindings bindings = Bindings::c;
};

const Signature& signature(Procedure procedure);
std::optional<Procedure> procedure_named(std::string_view name);

bool exists_in(Procedure procedure, Language language);

// How a call looks at attribute values and extra_state.
Style style(Procedure procedure, Language language);

// The three functions of a key (Ticket 304), and the two of a keyval.
enum class Callback : std::uint8_t { copy, free, destroy, copy_attr, delete_attr };
inline constexpr int callback_count = 5;
std::string_view name(Callback callback); // "copy", "free", "destroy", "copy_attr", "delete_attr"
std::optional<Callback> callback_named(std::string_view name);

// What the functions of keys and keyvals have in common: they copy a value, or take leave of it.
constexpr bool copies(Callback callback) { return callback == Callback::copy || callback == Callback::copy_attr; }
constexpr bool destroys(Callback callback) {
  return callback == Callback::destroy || callback == Callback::delete_attr;
}
// Its place among the functions of its key or keyval (Object::functions).
constexpr std::size_t place_of(Callback callback) { return copies(callback) ? 0 : callback == Callback::free ? 1 : 2; }

} // namespace moot
