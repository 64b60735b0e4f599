// What there is in a run of the naive evaluator of attributes: values, objects, keyvals, operations. Plain data.
#pragma once

#include "model/vocabulary/program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace moot::properties::naive {

struct Value {
  enum class Type : std::uint8_t {
    absent,
    null,
    integer,   // number
    handle,    // number: what the handle is, in its kind
    constant,  // number: a Constant that is a handle
    error,     // number: an ErrorClass
    address,   // number: of a Cell; none: of nothing known
    attached,  // number: the Constant whose value it is
    undefined, // after a failed call
  };
  Type type = Type::absent;
  std::int64_t number = 0;
  Kind kind = Kind::none; // of a handle, undefined, too
};

inline Value integer(std::int64_t number) { return {Value::Type::integer, number, Kind::none}; }
inline Value error_value(ErrorClass error) {
  return {Value::Type::error, static_cast<std::int64_t>(error), Kind::none};
}
inline Value constant_value(Constant constant) {
  return {Value::Type::constant, static_cast<std::int64_t>(constant), kind(constant)};
}
inline bool is(const Value& value, Constant constant) {
  return value.type == Value::Type::constant && value.number == static_cast<std::int64_t>(constant);
}

// A value as it was put: C puts an address, Fortran an integer. Also an extra_state.
struct Put {
  Style style = Style::pointer;
  Value value;
};

using AttributeId = int; // also of the place in memory that C gets the address of, where Fortran put it
struct Attribute {
  AttributeId id = 0;
  int keyval = 0; // its identity
  Put put;
  AttributeId since = 0; // the first of those that replaced each other, or stood beside each other, up to this one
};

// The functions of a keyval.
struct Function {
  enum class Type : std::uint8_t { nothing, duplicate, body };
  Type type = Type::nothing; // which says flag = 0, or succeeds
  std::size_t body = 0;      // of Program::callbacks
};

struct Keyval {
  std::int64_t number = 0;
  std::int64_t place = 0; // attribute-copy-order: by-keyval
  Kind of = Kind::communicator;
  Function copy;
  Function remove;
  Put extra_state;
  bool freed = false; // by the user
  bool gone = false;
  std::string name; // the variable that received it first
};

struct Object {
  Kind kind = Kind::communicator;
  std::optional<Constant> predefined;
  std::int64_t number = 0;
  std::string name;
  bool valid = true; // the user's handle
  bool gone = false;
  bool being_freed = false;
  bool failed_dup = false;           // what a failed dup had begun
  int calls = 0;                     // in progress, that work on it
  std::vector<Attribute> attributes; // the newest last

  bool of_world = false; // MPI_COMM_WORLD, its duplicates and theirs
  bool committed = false;
  int base = -1; // datatype: what it keeps; window, file: the communicator that it made itself

  // request
  enum class Operation : std::uint8_t { receive, send, idup };
  Operation operation = Operation::receive;
  int comm = -1;
  int other = -1; // its datatype; idup: the new communicator
  std::int64_t tag = 0;
  bool matched = false;
};

// What was sent and has found no receive.
struct Message {
  int comm = -1;
  std::int64_t tag = 0;
  int sender = -1; // the request of a send that waits; -1: MPI keeps the message
};

// A callback, or a call that is in progress.
struct Frame {
  enum class Type : std::uint8_t { copying, deleting, call };
  Type type = Type::call;
  int object = -1; // on which it works
  int made = -1;   // copying: the new one
  int keyval = -1;
  AttributeId attribute = 0; // deleting
  // The arguments, and what it gives back.
  Value value;
  Value extra_state;
  Style style = Style::pointer;
  std::optional<Value> value_out;
  std::optional<std::int64_t> flag_out; // given by itself: it holds, whatever attribute_val_out says before or after
  ErrorClass error = ErrorClass::success;
};

} // namespace moot::properties::naive
