// The MPI procedures that the model knows, with the parameters that matter to it.
//
// One table serves everyone: the case language checks calls against it, the machine finds its rules by it, the executor
// and the traces name procedures and arguments by it.
#pragma once

#include "model/kind.h"

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
  finalize,
};
inline constexpr int procedure_count = static_cast<int>(Procedure::finalize) + 1;

struct Parameter {
  enum class Type : std::uint8_t {
    integer,    // an int or MPI_Aint
    handle,     // a handle of `kind`; Kind::none: of any kind (MPIX_Handle)
    callback,   // a function of the program, or null
    kind,       // a handle_type
    flag_value, // OUT of MPIX_Value_get: the value, or null where flag is false
  };
  std::string_view name; // as in docs/case-language.md: "key", "handle", "copy", ...
  Type type;
  Kind kind = Kind::none;
  bool named = false; // optional, and written `name: argument`
};

struct Signature {
  std::string_view name; // "MPIX_Value_set"
  std::span<const Parameter> in;
  std::span<const Parameter> out;
};

const Signature& signature(Procedure procedure);
std::optional<Procedure> procedure_named(std::string_view name);

// The three functions of a key (Ticket 304).
enum class Callback : std::uint8_t { copy, free, destroy };
std::string_view name(Callback callback); // "copy", "free", "destroy"
std::optional<Callback> callback_named(std::string_view name);

} // namespace moot
