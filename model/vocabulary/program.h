// A case as a program: what the parser makes of a .litmus file, and what the machine and the executor run.
//
// Programs are plain values: compare them with ==, copy them, build them by hand (properties/ does). The invariants that
// `well_formed` (spec/language/case_parser.h) checks are assumed by the machine and the executor: indices are in range, arguments
// fit the signature, bodies of `if` end inside their block, callback arguments are used only where they exist.
#pragma once

#include "model/vocabulary/kind.h"
#include "model/vocabulary/procedure.h"

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
  tag_ub, // keyvals of communicators
  host,
  io,
  wtime_is_global,
  universe_size,
  appnum,
  last_used_code,
  win_base, // keyvals of windows
  win_size,
  win_disp_unit,
  win_create_flavor,
  win_model,
  errors_return, // error handlers
  errors_are_fatal,
  group_empty,
  sum, // op
  // null handles
  comm_null,
  datatype_null,
  win_null,
  info_null,
  key_null,
  request_null,
  keyval_invalid,
  file_null,
  errhandler_null,
  group_null,
  op_null,
  session_null,
  message_null,
};
inline constexpr int constant_count = static_cast<int>(Constant::message_null) + 1;
std::string_view name(Constant constant); // "MPI_COMM_WORLD", "MPIX_KEY_NULL", ...
std::optional<Constant> constant_named(std::string_view name);
Kind kind(Constant constant);
bool is_null(Constant constant);
bool is_attached_by_mpi(Constant constant); // it is a predefined key or keyval

// The functions for `copy:` and `delete:` that MPI brings along; no event tells of them.
enum class Predefined : std::uint8_t {
  null_copy_fn, // MPI_NULL_COPY_FN, ...: MPI-1's
  dup_fn,
  null_delete_fn,
  comm_null_copy_fn,
  comm_dup_fn,
  comm_null_delete_fn,
  type_null_copy_fn,
  type_dup_fn,
  type_null_delete_fn,
  win_null_copy_fn,
  win_dup_fn,
  win_null_delete_fn,
};
inline constexpr int predefined_count = static_cast<int>(Predefined::win_null_delete_fn) + 1;
std::string_view name(Predefined function); // "MPI_COMM_DUP_FN", ...
std::optional<Predefined> predefined_named(std::string_view name);
// What it does: null_copy_fn, dup_fn or null_delete_fn.
constexpr Predefined deed(Predefined function) { return static_cast<Predefined>(static_cast<int>(function) % 3); }

// Error classes that a case can see, and give back from a callback.
enum class ErrorClass : std::uint32_t {
  success,
  arg,
  other,
  key,
  handle,
  comm,
  type,
  win,
  keyval,
  intern,
  unknown,
  topology,
  an_error, // of outcomes: some class but MPI_SUCCESS
};
inline constexpr int error_class_count = static_cast<int>(ErrorClass::an_error) + 1;

// Beyond them: an error code or class that the program added. Its number is, in a state, the slot of what stands for it; in a trace
// its generation: "e1".
inline constexpr std::uint32_t first_added = 256;
constexpr ErrorClass added_error(std::uint32_t number) { return static_cast<ErrorClass>(first_added + number); }
constexpr bool is_added(ErrorClass error) { return static_cast<std::uint32_t>(error) >= first_added; }
constexpr std::uint32_t added_number(ErrorClass error) { return static_cast<std::uint32_t>(error) - first_added; }

std::string to_text(ErrorClass error);   // of a trace: as `name`, or "e1"
std::string_view name(ErrorClass error); // "MPI_SUCCESS", "MPI_ERR_ARG", ..., "an_error"
std::optional<ErrorClass> error_class_named(std::string_view name);

// Is this what was expected? `an_error` covers every class but MPI_SUCCESS.
constexpr bool covers(ErrorClass expected, ErrorClass seen) {
  return expected == ErrorClass::an_error ? seen != ErrorClass::success : expected == seen;
}

// What a callback's body can read.
// A key's: handle, handle_type, key, value, context, new_handle. A keyval's: handle, keyval, attribute_val, extra_state. A
// generalized request's: extra_state; its cancel_fn, too: complete. A tool's: tool_id; its interceptions', too: handle, the first argument
// of the call, and tool_context.
enum class CallbackArgument : std::uint8_t {
  handle,
  key,
  value,
  context,
  new_handle,
  handle_type,
  keyval,
  attribute_val,
  extra_state,
  complete,
  tool_id,
  tool_context
};
inline constexpr int callback_argument_count = static_cast<int>(CallbackArgument::tool_context) + 1;
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
    handle_type, // number: a Kind, as the integer that MPI passes for it: MPIX_HANDLE_COMM, ...
    function,    // number: index into Program::callbacks (only as copy:, free:, destroy:, delete:); null is Type::null
    predefined,  // number: a Predefined (only as copy:, delete:)
    tool,        // number: index into Program::tools
    procedure,   // number: a Procedure
    rank,        // of the process that runs the program, in MPI_COMM_WORLD
    size,        // of MPI_COMM_WORLD
    at,          // what stands in memory of the program's, to which the operand before it points
    int_at,      // the int, or the MPI_Aint, that the operand before it points to
    aint_at,
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
// It reads what its one operand points to.
constexpr bool dereferences(Term::Type type) {
  return type == Term::Type::at || type == Term::Type::int_at || type == Term::Type::aint_at;
}
using Expression = std::vector<Term>;

// Where in the file; not part of a program's identity.
struct SourcePosition {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SourcePosition&) const { return true; }
};

// How an address shows: its number says nothing.
inline constexpr std::string_view address_word = "address";
// What an OUT of a failing call shows, in a trace or an outcome, where anything may be there; and in a trace, where the call left
// it as it was.
inline constexpr std::string_view undefined_word = "undefined";
inline constexpr std::string_view untouched_word = "untouched";

inline constexpr std::int32_t no_variable = -1;
// Targets in a copy callback.
inline constexpr std::int32_t new_value = -2; // `new_value`
inline constexpr std::int32_t attribute_val_out = -3;
inline constexpr std::int32_t flag_out = -4; // `flag_out`

struct Statement {
  enum class Type : std::uint8_t {
    call,
    assign,
    branch,
    return_,
    lock,
    unlock,
    thread,
    allocate,
    store,
    deallocate,
    next
  };
  Type type = Type::call;

  // call
  Procedure procedure = Procedure::finalize;
  std::vector<std::optional<Expression>>
      arguments;                     // one for each parameter of the signature's `in`; nullopt: not given
  std::vector<std::int32_t> results; // variables, one for each written OUT; fewer than `out` is fine
  std::int32_t error = no_variable;  // the variable that takes the error class
  bool may_fail = false;
  Language language = Language::c;

  // assign: `target := expression`; branch: `if expression { ... }`; return_: `return expression`, an error class;
  // lock: waits until target is 0, and makes it 1; unlock: makes it 0
  // allocate: `target := allocate(expression)`; deallocate: `deallocate expression`;
  // store: `at(PLACE) := expression`, where PLACE is the only one of `arguments`
  // thread: `thread { ... }`, of main
  // next: in an interception: the next tool's function, or MPI's, with the arguments that this one got; `error` as of a call
  std::int32_t target = no_variable; // a variable, or new_value, ...
  Expression expression;
  std::uint32_t length = 0; // branch, thread: how many of the following statements of the block are its body

  SourcePosition position;
  bool operator==(const Statement&) const = default;
};
using Block = std::vector<Statement>;
// Do statements of the block follow that are its body (`length`)?
constexpr bool has_body(Statement::Type type) {
  return type == Statement::Type::branch || type == Statement::Type::thread;
}

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
  std::string word; // a variable (for the object first received there), a Constant or an ErrorClass, by name; "address"
  auto operator<=>(const Seen&) const = default;
};
// How a trace shows the address of memory of the program's: "m1", "m2", in the order of allocation; and back.
Seen memory_word(std::int64_t cell);
std::optional<std::int64_t> memory_named(std::string_view word);
std::string to_text(const Seen& seen); // "4", "null", "MPI_COMM_NULL"

// The values of the observed variables, in the order of `observe`; nullopt: never written (absent).
using Observed = std::vector<std::optional<Seen>>;

// Is this what was expected? `an_error` covers every error class but MPI_SUCCESS.
bool covers(const Seen& expected, const Seen& seen);
bool covers(const Observed& expected, const Observed& seen);

struct Expected {
  enum class Type : std::uint8_t { outcome, erroneous, endless, aborts, not_known }; // (not_known: in exports)
  Type type = Type::outcome;
  Observed observed;
  bool unspecified = false;
  std::string clause;                    // erroneous; not_known: why
  std::optional<ErrorClass> diagnosed{}; // erroneous: of the error, if the library notices
  bool operator==(const Expected&) const = default;
};

// Which process runs a program: each is a run of its own, that knows nothing of the others.
struct Process {
  std::int32_t rank = 0; // in MPI_COMM_WORLD,
  std::int32_t size = 1; //   which has so many
  bool operator==(const Process&) const = default;
};

struct Expectation {
  std::string reading;
  Process process;
  std::vector<std::pair<std::string, std::string>> answers; // `with QUESTION = ANSWER, ...`
  std::vector<Expected> results;
  SourcePosition position;
  bool operator==(const Expectation&) const = default;
};

struct Program {
  std::string title;
  std::string source; // "ticket304"; may be empty, and then so is `place`
  std::string place;  // in the source: "lines 34-35", "sections 6.7.2, 6.7.5"
  std::vector<std::string> questions;
  std::vector<std::string> shows;
  std::vector<std::string> tools; // names, in the order of their first appearance in the text
  std::vector<std::int32_t>
      stack; // indices into `tools`, as listed; empty: the program has no tools, and MPI is initialised when it begins
  std::vector<CallbackDefinition> callbacks;
  Block main;
  std::vector<std::string> variables; // in order of first appearance in the text
  std::vector<std::int32_t> observed; // indices into variables
  std::vector<Expectation> expectations;
  Process process; // (a case is read as that of a process alone)
  bool operator==(const Program&) const = default;
};

// The areas of procedures that a program uses: the questions of others do not arise.
struct Areas {
  bool ticket304 = false;
  bool attributes = false;
  bool tools = false; // MPI is not initialised when the program begins
  // A step may go several ways by itself: the program looks at what MPI attached, compares handles, or makes intercommunicators.
  bool ways = false;
  Process process = {}; // that makes the calls; size 0: not known
  // It asks how datatypes were built (MPI_Type_get_contents): to know that makes infinitely many of them.
  bool contents = false;
  void add(Procedure procedure);                // of a call
  static bool may_grow_by(Procedure procedure); // else a call of it, whatever its arguments, adds nothing
  bool has(Area area) const;
  bool cover(const Areas& others) const {
    return (ticket304 || !others.ticket304) && (attributes || !others.attributes) && (tools || !others.tools);
  }
  bool operator==(const Areas&) const = default;
};
Areas areas_of(const Program& program);
bool looks_at_process(const Program& program);   // at its rank, or at the size
bool depends_on_process(const Program& program); // or it asks which processes a communicator has
bool has_threads(const Program& program);

} // namespace moot
