// The MPI procedures that the model knows, with the parameters that matter to it.
//
// One table serves everyone: the case language checks calls against it, the machine finds its rules by it, the executor
// and the traces name procedures and arguments by it. It is spec/procedures.toml, of which the build makes enum class Procedure and the
// table of signatures.
#pragma once

#include "generated/procedures.h"
#include "model/vocabulary/kind.h"
#include "model/vocabulary/language.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace moot {

struct Parameter {
  enum class Type : std::uint8_t {
    integer,    // an int or MPI_Aint
    handle,     // a handle of `kind`; Kind::none: of any kind (MPIX_Handle)
    callback,   // a function of the program, or null
    kind,       // a handle_type
    flag_value, // OUT of MPIX_Value_get, MPI_Comm_get_attr: the value, or null where flag is false
    error,      // an error code or class: predefined, or added by the program
    index,      // OUT: a number, or null for MPI_UNDEFINED
    memory,     // a pointer to memory of the program's (Value::Type::memory)
    tool,       // the name of a tool (Program::tools)
    procedure,  // one of MPI's, by its name
    attribute, // IN: the attribute_val of MPI_Comm_set_attr, or extra_state: a number, or an address (Value::Type::pointer)
  };
  std::string_view name; // as in docs/case-language.md: "key", "handle", "copy", ...
  Type type;
  Kind kind = Kind::none;
  bool named = false; // optional, and written `name: argument`
  bool inout = false; // MPI writes to it, so C passes its address: MPI_Comm_free
  bool wide = false;  // an integer or flag_value that is an MPI_Aint
};

// What traces and cases show as a word of the program's, and no object or number: the name of a function, a tool or a procedure.
constexpr bool is_named(Parameter::Type type) {
  return type == Parameter::Type::callback || type == Parameter::Type::tool || type == Parameter::Type::procedure;
}

// An argument of a call, as C and Fortran pass it.
struct Passed {
  enum class Is : std::uint8_t {
    in,        // of the signature: `index`
    out,       //
    constant,  // "MPI_INFO_NULL", "1"
    text,      // characters
    sent,      // a buffer for one element of any datatype
    received,  //
    self,      // the rank of this process in the communicator,
    processes, //   and how many that has,
    shape,     //   in an array;
    edges,     //   and an array of so many ints that are 0
    size,      // of the memory of a window
    base,      //
    memory,    // of the program, for a window
    nothing,   // an array without elements
    one,       // an MPI_Count that is 1
    operation, // a function for MPI_Op_create,
    handler,   //   and for MPI_Comm_create_errhandler, which does nothing
    ones,      // an array of ints that are 1,
    zeros,     //   or 0;
    offsets,   //   of MPI_Aints that are 0
    integers,  // an array of three ints, to which MPI writes,
    addresses, //   or of two MPI_Aints
  };
  Is is;
  std::uint8_t index = 0;
  std::string_view text{};
  std::uint8_t count = 0; // of arguments that go as an array, from `index` on; 0: no array
};

// What a procedure belongs to: a question concerns the programs that use its area. (What no wrapper of the layer knows is
// of the area `attributes`: it runs on the library as it is.)
enum class Area : std::uint8_t { common, ticket304, attributes, tools };

// In which languages a case may call a procedure.
enum class Bindings : std::uint8_t { c, all, not_f08 };

struct Signature {
  std::string_view name; // "MPIX_Value_set"
  std::span<const Parameter> in = {};
  std::span<const Parameter> out = {};
  Area area = Area::common;
  Bindings bindings = Bindings::c;
  std::span<const Passed> call = {};
  Kind of = Kind::none;    // what a keyval is for, where no parameter says it
  bool duplicates = false; // it makes a copy of its first argument
  bool collective = false; // all processes of the communicator make it, or wait for those that do not
  bool returns = false;    // it returns what `out` says, and no error

  bool passes(Passed::Is is) const;
};

const Signature& signature(Procedure procedure);
std::optional<Procedure> procedure_named(std::string_view name);
// The same, of what `moot record` writes: there MPI is initialised when the trace begins, and tools are not seen.
std::optional<Procedure> procedure_in_recordings(std::string_view name);

bool exists_in(Procedure procedure, Language language);

// How a call looks at attribute values and extra_state.
Style style(Procedure procedure, Language language);

// The three functions of a key (Ticket 304), the two of a keyval, the three of a generalized request; of a tool, what it is initialised by, and
// what it has registered for a procedure.
enum class Callback : std::uint8_t {
  copy,
  free,
  destroy,
  copy_attr,
  delete_attr,
  query_fn,
  free_fn,
  cancel_fn,
  init_tool,
  intercept
};
inline constexpr int callback_count = 10;
std::string_view name(Callback callback); // "copy", "free", "destroy", "copy_attr", "delete_attr", "query_fn", ...
std::optional<Callback> callback_named(std::string_view name);

// What these functions have in common: they copy a value, or take leave of it. (By free_fn, a generalized request takes leave of its
// functions.)
constexpr bool copies(Callback callback) { return callback == Callback::copy || callback == Callback::copy_attr; }
constexpr bool destroys(Callback callback) {
  return callback == Callback::destroy || callback == Callback::delete_attr;
}
constexpr bool takes_away(Callback callback) { return destroys(callback) || callback == Callback::free_fn; }
// Its place among the functions that it belongs to (Object::functions).
constexpr std::size_t place_of(Callback callback) {
  constexpr std::array<std::size_t, callback_count> places{0, 1, 2, 0, 2, 0, 1, 2, 0, 0};
  return places[static_cast<std::size_t>(callback)];
}
// As which of them does the procedure take the function that it gets in this place?
Callback role_of(Procedure procedure, std::size_t argument);

} // namespace moot
