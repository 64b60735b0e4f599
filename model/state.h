// The state of the machine: objects, values on them, frames of calls and callbacks, and what the frames still owe.
//
// A State is a plain value without pointers into anything. Objects live in slots; a destroyed object leaves a hole that the
// next object may take, and no field still names it (`forget`). Nothing has a fixed maximum: the small vectors grow.
#pragma once

#include "model/clause.h"
#include "model/column.h"
#include "model/program.h"
#include "model/question.h"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace moot {

using Slot = std::uint32_t;
inline constexpr Slot no_slot = 0xffffffff;

// What a variable or an argument holds.
struct Value {
  enum class Type : std::uint8_t {
    absent,       // never written
    null,         // a get whose flag was false
    integer,      // number
    error,        // number: an ErrorClass
    object,       // number: the slot of the object that this handle names
    stale,        // a handle of an object that is no more; number: its `identity`
    null_handle,  // of `kind`
    library,      // what a predefined key or keyval holds; number: its Constant
    untouched,    // of an OUT argument: the call left the program's variable as it was
    undefined,    // of one: anything may be there
    memory,       // a pointer to memory that the program has allocated; number: index into State::cells
    pointer,      // the address of an INTEGER that is an attribute; number: that INTEGER
    wide_pointer, // of an INTEGER(KIND=MPI_ADDRESS_KIND)
    address, // another address; number: 1 + the Constant of the keyval whose integer stands there, 0, or a_handles_address
  };
  static constexpr std::int64_t a_handles_address = -1; // of an INTEGER that is a handle of Fortran's
  Type type = Type::absent;
  Kind kind = Kind::none; // of handles
  std::int64_t number = 0;
  bool operator==(const Value&) const = default;

  static Value integer(std::int64_t number) { return {Type::integer, Kind::none, number}; }
  static Value null() { return {Type::null, Kind::none, 0}; }
  static Value object(Kind kind, Slot slot) { return {Type::object, kind, slot}; }
  static Value null_handle(Kind kind) { return {Type::null_handle, kind, 0}; }
  static Value library(Constant constant) { return {Type::library, Kind::none, static_cast<std::int64_t>(constant)}; }
  static Value address_of(Constant constant) { // of the integer that it is
    return {Type::address, Kind::none, static_cast<std::int64_t>(constant) + 1};
  }
  static Value error(ErrorClass error) {
    if (is_added(error)) return object(Kind::error_code, added_number(error));
    return {Type::error, Kind::none, static_cast<std::int64_t>(error)};
  }
  bool is_error() const { return type == Type::error || (type == Type::object && kind == Kind::error_code); }
  ErrorClass as_error() const { // of what is one
    return type == Type::object ? added_error(static_cast<Slot>(number)) : static_cast<ErrorClass>(number);
  }
  bool is_address() const { return type >= Type::memory; }
  bool is_handle() const { return type == Type::object || type == Type::stale || type == Type::null_handle; }
  // What a program may give to MPI as an attribute or an extra_state, besides integers.
  bool is_attribute() const { return (is_handle() && kind != Kind::error_code) || is_address(); }
  bool is_object(Slot slot) const { return type == Type::object && number == static_cast<std::int64_t>(slot); }
  // As an MPI_Aint or in arithmetic: anything but an integer counts as 0.
  std::int64_t as_integer() const { return type == Type::integer ? number : 0; }
};

// Which function a key has for a callback.
inline constexpr std::int32_t empty_function = -1; // the program's empty function
inline constexpr std::int32_t null_function = -2;  // a null pointer
inline constexpr std::int32_t foreign_code = -3;   // in traces: code that we do not see

// A function that MPI brings along.
inline constexpr std::int32_t predefined_function = -16;
constexpr std::int32_t function_of(Predefined function) {
  return predefined_function - static_cast<std::int32_t>(function);
}
constexpr bool is_predefined_function(std::int32_t function) { return function <= predefined_function; }
constexpr Predefined predefined_of(std::int32_t function) {
  return static_cast<Predefined>(predefined_function - function);
}

// Where an object comes from: 1 + the variable that first received it, or predefined_site + its Constant.
inline constexpr std::uint32_t no_site = 0;
inline constexpr std::uint32_t predefined_site = 0x80000000;

// How an attribute was put: in C it is an address, in Fortran an integer. (Values of keys are numbers: `address`.)
enum class Put : std::uint8_t {
  address,            // the number is the pointer's
  integer,            // an INTEGER
  wide_integer,       // an INTEGER(KIND=MPI_ADDRESS_KIND)
  pointer_to_integer, // C put the address of an integer-valued attribute; the number is that integer
  pointer_to_wide,
  unknown,        // an address of which nothing else is known
  handle,         // in C, the address of a handle; the number is the handle, packed
  integer_handle, // in Fortran, a handle; packed
  memory,         // in C, the address of memory of the program's; the number is its cell's
};
constexpr bool is_handle(Put put) { return put == Put::handle || put == Put::integer_handle; }

struct Object {
  Kind kind = Kind::none;   // none: a hole
  bool handle_live = false; // the user's handle is valid
  bool destructing = false; // its destroy callbacks are owed or running, or have run for good
  bool matched = false;     // request: the operation can complete
  bool fatal = false;       // communicator, window: its error handler is MPI_ERRORS_ARE_FATAL
  bool committed = false;   // datatype; communicator: it is MPI_COMM_WORLD, or came about by duplicating it
  std::uint32_t site = no_site;
  std::uint32_t name = 0;       // of a trace: its generation; 0: no event showed it yet
  std::uint32_t references = 0; // the user's handle, values under a key, derived datatypes, operations
  Slot base = no_slot;      // datatype: derived from; request: its datatype; error code: its class, if that was added
  Slot comm = no_slot;      // request: its communicator
  std::int32_t tag = 0;     // request; keyval: its number among the living, lowest first
  std::int64_t context = 0; // key: context; keyval: extra_state; error code: its predefined class, or 0
  std::array<std::int32_t, 3> functions{}; // key, keyval: by place_of(Callback)
  Kind of = Kind::none;                    // keyval: the kind of object that it is for
  Language language = Language::c;         // keyval: of its functions,
  Style style = Style::pointer;            //   and what they see
  Put put = Put::address;                  // keyval: what its extra_state is
  bool operator==(const Object&) const = default;
  std::int64_t identity() const { return static_cast<std::int64_t>(site) << 32 | name; }
};
inline std::uint32_t site_of(std::int64_t identity) { return static_cast<std::uint32_t>(identity >> 32); }
inline std::uint32_t name_of(std::int64_t identity) { return static_cast<std::uint32_t>(identity); }

// A handle as a number, where an attribute's value or an extra_state is one. (A site has 24 bits in it.)
std::int64_t packed(const Value& handle);
Value unpacked(std::int64_t handle);

inline std::uint32_t site_of(Constant constant) { return predefined_site + static_cast<std::uint32_t>(constant); }

Object predefined_object(Constant constant);

// An attribute's value with the way it was put, as it stands on an object.
struct Stored {
  std::int64_t number = 0;
  Put put = Put::address;
};
// interop.value: what a call or callback of this style sees of it, and what it stores when it puts `value`.
Value seen_as(Style style, Stored stored);
Stored stored_by(Style style, const Value& value);

// A value on (object, key), or an attribute on (object, keyval). Within one object, in the order of setting.
struct Attachment {
  Slot object = no_slot;
  Slot key = no_slot;
  std::int64_t value = 0;
  bool dying = false; // its destroy or delete callback is running: a newer value may stand beside it
  Put put = Put::address;
  bool operator==(const Attachment&) const = default;
};

struct Frame {
  enum class Type : std::uint8_t {
    code, // of the program: main, or a callback's body
    call, // of an MPI procedure
    work, // of the library's own thread: owes callbacks, but no call began it
  };
  Type type = Type::code;
  std::uint8_t thread = 0;

  // code
  std::int32_t block = -1;    // index into Program::callbacks, main_block, empty_function or foreign_code
  std::uint32_t position = 0; // next statement
  bool is_callback = false;
  Callback callback = Callback::copy;
  Slot key = no_slot;    // callback: of which value,
  Slot object = no_slot; //   and on what (copy: the old object)
  std::int64_t value = 0;
  std::int64_t context = 0;
  Put put = Put::address;                          // how `value` was put,
  Value::Type value_type = Value::Type::integer;   // what it looks like to the callback,
  Value::Type context_type = Value::Type::integer; //   and `context`

  // call: of the signature's IN; callback: its arguments, below
  std::array<Value, 4> arguments{};
  Value& key_argument() { return arguments[0]; }
  Value& handle_argument() { return arguments[1]; }
  Value& new_handle() { return arguments[2]; }
  Value& flag() { return arguments[2]; }      // copy_attr: what it says; absent: by new_value
  Value& new_value() { return arguments[3]; } // copy, copy_attr: what it gives; null: flag false
  const Value& key_argument() const { return arguments[0]; }
  const Value& handle_argument() const { return arguments[1]; }
  // MPI_Comm_idup: its second OUT, the request.
  Value& second_result() { return arguments[3]; }
  const Value& second_result() const { return arguments[3]; }
  const Value& new_handle() const { return arguments[2]; }
  const Value& new_value() const { return arguments[3]; }
  const Value& flag() const { return arguments[2]; }

  // What a callback ends with.
  void take(const Value& given, const Value& said, ErrorClass returned) {
    new_value() = given;
    if (column_of(callback) == Column::attributes) flag() = said; // (a key's has the new handle there)
    error = returned;
  }

  // call; of a callback its `error`, when it ends
  Language language = Language::c; // of the call, or of the callback
  Procedure procedure = Procedure::finalize;
  Value result; // of its OUT, if it has one
  ErrorClass error = ErrorClass::success;
  Clause clause = Clause::none; // what the result rests on
  bool may_fail = false;
  bool failed = false;
  Slot created = no_slot; // dup: the new object

  bool operator==(const Frame&) const = default;
};
// What a keyval's callback sees as attribute_val, and as extra_state.
Value attribute_val(const Frame& callback);
Value extra_state(const Frame& callback);

inline constexpr std::int32_t main_block = -4;

// Of a thread's main, before its first statement.
Frame main_frame(std::uint8_t thread = 0);

// A step of a call that owes callbacks. The last phase of a frame is its current one.
struct Phase {
  enum class Type : std::uint8_t {
    copy,
    free,
    destroy,
    clear,
    replace,
    finalize,
    hold, // owes nothing: keeps `object` until the call is done
  };
  std::uint32_t frame = 0;
  Type type = Type::destroy;
  Slot object = no_slot;  // copy: the old one; free, clear, replace, hold: the one
  Slot created = no_slot; // copy: the new one
  Slot key = no_slot;     // clear, replace
  std::int64_t value = 0; // replace: to attach when the old value is gone
  Put put = Put::address; //   and how it was put
  bool failed = false;    // free: a delete callback failed
  bool may_defer = false; // free: MPI may still leave the delete callbacks for later (delete-time: either)

  bool is_of_one_value() const { return type == Type::clear || type == Type::replace; }
  bool operator==(const Phase&) const = default;
};

// Of the call in frame `frame`:
inline Phase copying(std::size_t frame, Slot from, Slot created) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::copy, from, created};
}
inline Phase freeing(std::size_t frame, Slot object) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::free, object};
}
inline Phase destroying(std::size_t frame) { return {static_cast<std::uint32_t>(frame), Phase::Type::destroy}; }
inline Phase holding(std::size_t frame, Slot object) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::hold, object};
}
inline Phase clearing(std::size_t frame, Slot object, Slot key) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::clear, object, no_slot, key};
}
inline Phase replacement(std::size_t frame, Slot object, Slot key, Stored stored) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::replace, object, no_slot, key, stored.number, stored.put};
}

// A callback that a phase owes, for the value on (object, key).
struct Obligation {
  std::uint32_t phase = 0;
  Slot object = no_slot;
  Slot key = no_slot;
  bool key_freed = false; // when the phase began
  bool operator==(const Obligation&) const = default;
};

// Memory of the program's.
struct MemoryCell {
  Value value;
  bool live = true;
  std::uint32_t site = no_site; // 1 + the variable that first received its address
  bool operator==(const MemoryCell&) const = default;
};

struct State {
  boost::container::small_vector<Object, 8> objects;
  boost::container::small_vector<Attachment, 12> attachments;
  boost::container::small_vector<Frame, 4> frames; // each thread's are in stack order
  boost::container::small_vector<Phase, 4> phases;
  boost::container::small_vector<Obligation, 8> owed;
  boost::container::small_vector<Value, 8> variables;
  std::vector<MemoryCell> cells;                      // in the order of their allocation
  std::array<std::uint8_t, question_count> answers{}; // to open questions, as far as they were asked: 1 + answer, or 0
  boost::container::small_vector<std::uint8_t, 4> picks; // for the step that comes next (`pick`); else empty
  Clause erroneous = Clause::none;                       // the program broke this clause: nothing happens any more
  bool aborted() const;                                  // the same, by an error handler: that is no fault (errors.cpp)
  bool finalized = false;
  std::uint32_t requests = 0; // how many of the objects are requests: most programs have none, and need not look
  std::uint32_t keyvals = 0;  // and keyvals

  // The innermost frame of a thread; no frame: size of `frames`.
  std::size_t top(std::uint8_t thread) const {
    for (auto i = frames.size(); i-- > 0;)
      if (frames[i].thread == thread) return i;
    return frames.size();
  }
  // The current phase of a frame; none: size of `phases`.
  std::size_t current_phase(std::size_t frame) const {
    for (auto i = phases.size(); i-- > 0;)
      if (phases[i].frame == frame) return i;
    return phases.size();
  }
  // Callbacks that have not begun.
  bool owes(std::size_t phase) const {
    return std::any_of(owed.begin(), owed.end(), [&](const Obligation& it) { return it.phase == phase; });
  }

  // Has the program added error codes or classes?
  bool has_added_errors() const {
    return std::any_of(objects.begin(), objects.end(), [](const Object& it) { return it.kind == Kind::error_code; });
  }

  // In slots: a hole is taken first.
  Slot add(const Object& object);
  // no_slot: the program does not mention it.
  Slot predefined(Constant constant) const;
  // Makes the slot a hole; every handle to it becomes stale.
  void forget(Slot slot);
  // Whose handle MPI may use again for a new object of this kind: identities of what is no more, each once.
  boost::container::small_vector<std::int64_t, 4> stale(Kind kind) const;
  // It does: what was stale names the new object.
  void revive(std::int64_t identity, Slot slot);

  void pop_frame(std::size_t frame);
  void pop_phase(std::size_t phase);
  std::size_t insert_phase(std::size_t before, const Phase& phase);

  // Nothing is owed any more where `pred` holds.
  template <typename Predicate> void forgive(Predicate pred) {
    owed.erase(std::remove_if(owed.begin(), owed.end(), pred), owed.end());
  }

  // How many references each object has, as it follows from the rest of the state.
  boost::container::small_vector<std::uint32_t, 16> count_references() const;

  // A value on (object, key) that is not dying; any: failing that, one that is. None: null.
  const Attachment* find(Slot object, Slot key) const;
  const Attachment* find_any(Slot object, Slot key) const;
  // The one whose callback began last: the first whose callback ends. None: null.
  const Attachment* dying(Slot object, Slot key) const;

  bool operator==(const State&) const = default;

private:
  template <typename Visit> static void visit_packed(bool is_handle, std::int64_t& number, const Visit& visit) {
    if (!is_handle) return;
    Value value = unpacked(number);
    visit(value);
    number = packed(value);
  }
  // Every handle that the program has, or has given to MPI as an attribute or an extra_state.
  template <typename Visit> void each_value(const Visit& visit) {
    for (auto& value : variables) visit(value);
    for (auto& frame : frames) {
      for (auto& value : frame.arguments) visit(value);
      visit(frame.result);
      visit_packed(Value{frame.value_type}.is_handle(), frame.value, visit);
      visit_packed(Value{frame.context_type}.is_handle(), frame.context, visit);
    }
    for (auto& value : attachments) visit_packed(is_handle(value.put), value.value, visit);
    for (auto& phase : phases) visit_packed(is_handle(phase.put), phase.value, visit);
    for (auto& object : objects) visit_packed(is_handle(object.put), object.context, visit);
  }
};

} // namespace moot
