// What a thread is in: its main, a call of MPI's, a callback that MPI made of it. Each is a frame; the innermost is the last.
#pragma once

#include "model/vocabulary/clause.h"
#include "model/vocabulary/column.h"
#include "model/vocabulary/value.h"

#include <array>
#include <cstdint>
#include <variant>

namespace moot {

inline constexpr std::int32_t main_block = -4;
inline constexpr std::uint32_t over = 0x7fffffff;   // the position of a callback that waits (CallbackFrame::waits),
inline constexpr std::uint32_t untold = 0x7ffffffe; //   and of one that is not told yet (CallbackFrame::is_untold)

// Where a thread is in the program's code.
struct Code {
  std::int32_t block = main_block; // index into Program::callbacks, main_block, empty_function or foreign_code
  std::uint32_t position = 0;      // next statement
  bool operator==(const Code&) const = default;
};

// What a callback gives, besides an error class.
struct CallbackResult {
  Value value = Value::null(); // copy, copy_attr: the new value, or null for flag false
  Value flag{};                // copy_attr: what it says; absent: true if there is a value
  bool operator==(const CallbackResult&) const = default;
};

// A callback that has begun and not ended: its body, what MPI gave it, and what it gives and returns, if it ends now.
struct CallbackFrame {
  Code code{empty_function};
  Callback callback = Callback::copy;
  Language language = Language::c;        // of the function
  Put put = Put::address;                 // how the attribute was put
  ErrorClass error = ErrorClass::success; // a keyval's function: what it returns
  Slot key = no_slot;                     // of which value,
  Slot object = no_slot;                  //   and on what (copy: the old object)

  // What it got.
  Value key_argument{}; // or the keyval
  Value handle_argument{};
  Value new_handle{};                // copy
  Value value = Value::integer(0);   // or attribute_val, as the function sees it
  Value context = Value::integer(0); // or extra_state

  // It has ended, and its call has yet to go on (Move::Type::go_on).
  bool waits() const { return code.position == over; }
  void wait() { code.position = over; }
  // In a trace: it has begun, but the event is yet to come. What MPI does before the function runs, other threads may see by then.
  bool is_untold() const { return code.position == untold; }
  void begin_untold() { code.position = untold; }
  void tell() { code.position = 0; }

  CallbackResult result{};
  void give_the_same() { result.value = value; } // of a copy: flag true, and what it got

  bool operator==(const CallbackFrame&) const = default;
};

// By the places of the signature's IN.
using Arguments = std::array<Value, most_parameters>;

// What the program asks of MPI: a call, as its rule opens it.
struct NewCall {
  Procedure procedure = Procedure::finalize;
  Arguments arguments{};
  bool may_fail = false;
  std::uint32_t site = no_site; // of what it makes,
  Language language = Language::c;
  std::uint32_t second_site = no_site; //   and of its second OUT
  bool passed_on = false;              // a tool makes it, for the call that it was called for
};

// A call of an MPI procedure that has begun and not returned.
struct CallFrame {
  Procedure procedure = Procedure::finalize;
  Language language = Language::c;
  bool may_fail = false;
  bool failed = false;
  // MPI_Wait and its relatives, a bit for each request: the call has completed its operation;
  std::uint8_t completed = 0;
  std::uint8_t passed_over = 0; //   it was null or inactive when the call began
  std::uint8_t found = 0;  //   a test: MPI_Grequest_complete had come before it, so that it finds this one complete
  std::uint8_t nulled = 0; //   the request has gone, and the program's variable says so, while callbacks still run
  // Tools: below which place of the stack it enters (0: at the outermost); a tool passes on the call that it was called for; a tool was
  // called for it, and MPI was not.
  std::uint8_t below = 0;
  bool passed_on = false;
  bool intercepted = false;
  Arguments arguments{};
  Value result;        // of its OUT, if it has one
  Value second_result; // MPI_Comm_idup's request
  ErrorClass error = ErrorClass::success;
  Clause clause = Clause::none; // what the result rests on
  Slot created = no_slot;       // dup: the new object

  CallFrame() = default;
  explicit CallFrame(const NewCall& call)
      : procedure(call.procedure), language(call.language), may_fail(call.may_fail), passed_on(call.passed_on),
        arguments(call.arguments) {}

  const Value& on() const { return arguments[0]; } // what it is called on
  // It waits for this request no more, or never did.
  bool is_done_with(std::size_t operand) const { return ((completed | passed_over) >> operand & 1) != 0; }
  // It is made, and has yet to do something (Move::Type::go_on).
  bool waits() const { return failed && error == ErrorClass::success; }
  void wait() { failed = true; }
  bool operator==(const CallFrame&) const = default;
};

// The library's own, on a thread of its own: it owes callbacks, but no call began it.
struct LibraryWork {
  bool operator==(const LibraryWork&) const = default;
};

// In a trace: a call that has returned, as it was, but the event is yet to come. MPI has done with it.
struct ReturnedCall {
  CallFrame call;
  bool operator==(const ReturnedCall&) const = default;
};

// Threads have numbers. In a trace, any but the first may be anybody's.
inline constexpr std::uint32_t main_thread = 0;
inline constexpr std::uint32_t thread_of_library = 1;
inline constexpr std::uint32_t first_thread = 2; // of the `thread` blocks of a case: one after the other

struct Frame {
  using What = std::variant<Code, CallbackFrame, CallFrame, LibraryWork, ReturnedCall>;
  std::uint32_t thread = 0; // (below: main_thread, ...)
  What what{};

  Frame() = default;
  Frame(std::uint32_t of, const What& is) : thread(of), what(is) {}
  // Made where it stays: searches open frames by the million.
  template <typename Is, typename... Args>
  Frame(std::uint32_t of, std::in_place_type_t<Is> type, const Args&... args) : thread(of), what(type, args...) {}

  bool is_callback() const { return std::holds_alternative<CallbackFrame>(what); }
  bool is_call() const { return std::holds_alternative<CallFrame>(what); }
  bool is_work() const { return std::holds_alternative<LibraryWork>(what); }
  bool is_returned() const { return std::holds_alternative<ReturnedCall>(what); }
  bool is_code() const { return is_callback() || std::holds_alternative<Code>(what); } // main, or a callback

  // Of such a frame only.
  CallbackFrame& callback() { return std::get<CallbackFrame>(what); }
  const CallbackFrame& callback() const { return std::get<CallbackFrame>(what); }
  CallFrame& call() { return std::get<CallFrame>(what); }
  const CallFrame& call() const { return std::get<CallFrame>(what); }
  ReturnedCall& returned() { return std::get<ReturnedCall>(what); }
  const ReturnedCall& returned() const { return std::get<ReturnedCall>(what); }
  Code& code() { return is_callback() ? callback().code : std::get<Code>(what); }
  const Code& code() const { return is_callback() ? callback().code : std::get<Code>(what); }

  // A dup: is this the new object?
  bool makes(Slot object) const { return is_call() && call().created == object; }

  // Every handle, number or address in it.
  template <typename Visit> void each_value(const Visit& visit) {
    if (is_call() || is_returned()) {
      auto& it = is_call() ? call() : returned().call;
      for (auto& value : it.arguments) visit(value);
      for (auto* value : {&it.result, &it.second_result}) visit(*value);
    } else if (is_callback()) {
      auto& it = callback();
      for (auto* value : {&it.key_argument, &it.handle_argument, &it.new_handle, &it.value, &it.context,
                          &it.result.value, &it.result.flag})
        visit(*value);
    }
  }
  // Every object that it is about, but as a value.
  template <typename Visit> void each_slot(const Visit& visit) {
    if (is_call()) visit(call().created);
    if (is_returned()) visit(returned().call.created);
    if (is_callback()) visit(callback().key), visit(callback().object);
  }

  bool operator==(const Frame&) const = default;
};

// Does it run this callback, of a value on this object? (`key` no_slot: of any.) Inline always: stacks of a thousand frames are
// searched by it, and GCC would leave the comparison outside.
[[gnu::always_inline]] inline bool runs(const Frame& frame, Callback callback, Slot object, Slot key = no_slot) {
  const auto* it = std::get_if<CallbackFrame>(&frame.what);
  return it != nullptr && it->callback == callback && it->object == object && (key == no_slot || it->key == key);
}

// Of a thread's main, before its first statement.
inline Frame main_frame(std::uint32_t thread = 0) { return {thread, Code{}}; }

} // namespace moot
