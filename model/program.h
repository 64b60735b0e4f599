// A case as a program: what the parser makes of a .litmus file, and what the machine and the executor run.
//
// Programs are plain values: compare them with ==, copy them, build them by hand (properties/ does). The invariants that
// `well_formed` (spec/case_parser.h) checks are assumed by the machine and the executor: indices are in range, arguments
// fit the signature, bodies of `if` end inside their block, callback arguments are used only where they exist.
#pragma once

#include "model/kind.h"
#include "model/procedure.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace moot {

// Predefined handles. The order is fixed; names are those of MPI (MPIX_ for Ticket 304's).
enum class Constant : std::uint8_t {
  comm_world,
  comm_self,
  type_int,
  type_double,
  info_env,
  key_tag_ub,
  key_host,
  key_io,
  key_wtime_is_global,
  // null handles
  comm_null,
  datatype_null,
  win_null,
  info_null,
  key_null,
  request_null,
};
inline constexpr int constant_count = static_cast<int>(Constant::request_null) + 1;
std::string_view name(Constant constant); // "MPI_COMM_WORLD", "MPIX_KEY_NULL", ...
std::optional<Constant> constant_named(std::string_view name);
Kind kind(Constant constant);
bool is_null(Constant constant);

// Error classes that a case can see.
enum class ErrorClass : std::uint8_t { success, arg, other, key, handle };
inline constexpr int error_class_count = 5;
std::string_view name(
    ErrorClass error); // "MPI_SUCCESS", "MPI_ERR_ARG", "MPI_ERR_OTHER", "MPIX_ERR_KEY", "MPIX_ERR_HANDLE"
std::optional<ErrorClass> error_class_named(std::string_view name);

// What a callback's body can read.
enum class CallbackArgument : std::uint8_t { handle, key, value, context, new_handle };
std::string_view name(CallbackArgument argument);
std::optional<CallbackArgument> callback_argument_named(std::string_view name);

// One step of an expression in postfix order.
struct Term {
  enum class Type : std::uint8_t {
    integer,     // number
    null,        // the value `null`
    variable,    // number: index into Program::variables
    argument,    // number: a CallbackArgument
    constant,    // number: a Constant
    error_class, // number: an ErrorClass
    kind,        // number: a Kind (only as the argument of `type:`)
    function,    // number: index into Program::callbacks (only as copy:, free:, destroy:); null is Type::null
    add,
    subtract,
    multiply,
    equal,
    unequal,
    less,
  };
  Type type = Type::integer;
  std::int64_t number = 0;
  bool operator==(const Term&) const = default;
};
using Expression = std::vector<Term>;

// Where in the file; not part of a program's identity.
struct SourcePosition {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SourcePosition&) const { return true; }
};

inline constexpr std::int32_t no_variable = -1;
inline constexpr std::int32_t new_value = -2; // the target `new_value` of a copy callback

struct Statement {
  enum class Type : std::uint8_t { call, assign, branch };
  Type type = Type::call;

  // call
  Procedure procedure = Procedure::finalize;
  std::vector<std::optional<Expression>>
      arguments;                     // one for each parameter of the signature's `in`; nullopt: not given
  std::vector<std::int32_t> results; // variables, one for each written OUT; fewer than `out` is fine
  std::int32_t error = no_variable;  // the variable that takes the error class
  bool may_fail = false;

  // assign: `target := expression`; branch: `if expression { ... }`
  std::int32_t target = no_variable; // a variable, or new_value
  Expression expression;
  std::uint32_t length = 0; // branch: how many of the following statements of the block are its body

  SourcePosition position;
  bool operator==(const Statement&) const = default;
};
using Block = std::vector<Statement>;

struct CallbackDefinition {
  std::string name;
  Block body;
  SourcePosition position;
  bool operator==(const CallbackDefinition&) const = default;
};

// A value as a case writes it in an expected outcome, and as outcomes are reported.
struct Seen {
  enum class Type : std::uint8_t { null, integer, word };
  Type type = Type::null;
  std::int64_t number = 0;
  std::string word; // a variable (for the object first received there), a Constant or an ErrorClass, by name
  auto operator<=>(const Seen&) const = default;
};
std::string to_text(const Seen& seen); // "4", "null", "MPI_COMM_NULL"

// The values of the observed variables, in the order of `observe`; nullopt: never written (absent).
using Observed = std::vector<std::optional<Seen>>;

struct Expected {
  enum class Type : std::uint8_t { outcome, erroneous, endless };
  Type type = Type::outcome;
  Observed observed;
  bool unspecified = false;
  std::string clause; // erroneous
  bool operator==(const Expected&) const = default;
};

struct Expectation {
  std::string reading;
  std::vector<std::pair<std::string, std::string>> answers; // `with QUESTION = ANSWER, ...`
  std::vector<Expected> results;
  SourcePosition position;
  bool operator==(const Expectation&) const = default;
};

struct Program {
  std::string title;
  std::string source;           // "ticket304"
  std::uint32_t first_line = 0; // of the source
  std::uint32_t last_line = 0;
  std::vector<std::string> questions;
  std::vector<std::string> shows;
  std::vector<CallbackDefinition> callbacks;
  Block main;
  std::vector<std::string> variables; // in order of first appearance in the text
  std::vector<std::int32_t> observed; // indices into variables
  std::vector<Expectation> expectations;
  bool operator==(const Program&) const = default;
};

} // namespace moot
