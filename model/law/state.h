// The state of the machine: objects, values on them, frames of calls and callbacks, and what the frames still owe.
//
// A State is a plain value without pointers into anything. Objects live in slots; a destroyed object leaves a hole that the
// next object may take, and no field still names it (`forget`). Nothing has a fixed maximum: the small vectors grow.
#pragma once

#include "model/law/frame.h"
#include "model/law/parts.h"
#include "model/vocabulary/question.h"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <string>

namespace moot {

// What becomes of a request whose operation is complete: it is deallocated, unless it is persistent.
enum class Lasting : std::uint8_t { no, idup, send, receive, generalized };

struct Object {
  Kind kind = Kind::none;   // none: a hole
  bool handle_live = false; // the user's handle is valid
  bool destructing = false; // its destroy callbacks are owed or running, or have run for good
  bool matched = false;     // request: the operation can complete
  bool fatal = false;       // communicator, window: its error handler is MPI_ERRORS_ARE_FATAL
  // datatype; communicator: it is MPI_COMM_WORLD, or came about by duplicating it; window: dynamic; request: active; message: matched
  bool committed = false;
  Lasting lasting = Lasting::no; // request
  std::uint32_t site = no_site;
  std::uint32_t name = 0;       // of a trace: its generation; 0: no event showed it yet
  std::uint32_t references = 0; // the user's handle, values under a key, derived datatypes, operations
  Slot base = no_slot;  // datatype: derived from; request: its datatype; error code: its class, if that was added
  Slot comm = no_slot;  // request, message: its communicator
  std::int32_t tag = 0; // request, message; keyval: its number among the living, lowest first; datatype: levels
  std::int64_t context =
      0; // key: context; keyval: extra_state; error code: its predefined class, or 0; datatype: innermost
  std::array<std::int32_t, 3> functions{}; // key, keyval: by place_of(Callback)
  Kind of = Kind::none;                    // keyval: the kind of object that it is for
  Language language = Language::c;         // key, keyval: of its functions; keyval:
  Style style = Style::pointer;            //   and what they see
  Put put = Put::address;                  // keyval: what its extra_state is
  bool operator==(const Object&) const = default;
  std::int64_t identity() const { return static_cast<std::int64_t>(site) << 32 | name; }
};

Object predefined_object(Constant constant);

// A value on (object, key), or an attribute on (object, keyval). Within one object, in the order of setting.
struct Attachment {
  Slot object = no_slot;
  Slot key = no_slot;
  std::int64_t value = 0;
  bool dying = false; // its destroy or delete callback is running: a newer value may stand beside it
  Put put = Put::address;
  bool operator==(const Attachment&) const = default;
};

// What MPI_Finalize is at (phases/finalize.cpp), in this order.
enum class AtFinalize : std::uint8_t {
  self,             // MPI_COMM_SELF: its attributes,
  self_and_values,  //   and its values under keys
  world,            // MPI_COMM_WORLD's attributes
  datatypes,        // those of predefined datatypes
  predefined,       // values on predefined objects
  leaked,           // values on objects that nobody freed,
  leaked_and_freed, //   with free callbacks
  keys,             // freed keys that keep each other alive
  done,
};

// A step of a call that owes callbacks. The last phase of a frame is its current one.
struct Phase {
  enum class Type : std::uint8_t {
    copy,
    free,
    destroy,
    clear,
    replace,
    finalize,
    complete,    // MPI_Wait, MPI_Test: the request goes with its operation
    hold,        // owes nothing: keeps `object` until the call is done
    query,       // of a generalized request: MPI_Request_get_status,
    cancel,      //   MPI_Cancel,
    clean_up,    //   and its free_fn, when it is complete and freed; the phase has the last reference of these
    begin_tools, // the first call that tools may meet: their init functions
    route,       // a call goes to a tool; object: its place in the stack
  };
  std::uint32_t frame = 0;
  Type type = Type::destroy;
  Slot object = no_slot;  // copy: the old one; free, clear, replace, hold: the one
  Slot created = no_slot; // copy: the new one
  Slot key = no_slot;     // clear, replace
  std::int64_t value = 0; // replace: to attach when the old value is gone
  Put put = Put::address; //   and how it was put
  bool failed = false;    // free: a delete callback failed; finalize: the values of this stage are on their way out
  bool may_defer = false; // free: MPI may still leave the delete callbacks for later (delete-time: either)
  AtFinalize stage = AtFinalize::self; // finalize
  bool silent = false;                 // free, complete: no free callbacks are called (other-endings)

  bool is_of_one_value() const { return type == Type::clear || type == Type::replace; }
  bool operator==(const Phase&) const = default;
};

// The handle of its object goes when it ends.
inline bool is_a_free(const Phase& phase) {
  return phase.type == Phase::Type::free || phase.type == Phase::Type::complete;
}

// Of the call in frame `frame`:
inline Phase completing(std::size_t frame, Slot request) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::complete, request};
}
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
inline Phase querying(std::size_t frame, Slot request) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::query, request};
}
inline Phase cancelling(std::size_t frame, Slot request) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::cancel, request};
}
inline Phase cleaning_up(std::size_t frame, Slot request) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::clean_up, request};
}
inline Phase beginning_tools(std::size_t frame) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::begin_tools};
}
inline Phase routing(std::size_t frame, Slot place) {
  return {static_cast<std::uint32_t>(frame), Phase::Type::route, place};
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
  bool key_freed = false; // when it was owed
  bool operator==(const Obligation&) const = default;
};

// Memory of the program's.
struct MemoryCell {
  Value value;
  bool live = true;
  bool mpis = false;            // MPI_Alloc_mem gave it
  std::uint32_t site = no_site; // 1 + the variable that first received its address
  std::uint32_t name = 0;       // of a trace: its number there; 0: no event showed it yet
  bool operator==(const MemoryCell&) const = default;
};

// Which way a step goes wherever it might go several: one after the other.
using Picks = boost::container::small_vector<std::uint32_t, 2>;

// Are states the same that differ in the order in which values were set on an object? (Mpi::setting_order)
enum class SettingOrder : std::uint8_t { forgotten, matters };

struct State {
  Parts<Object, 8> objects;
  Parts<Attachment, 12> attachments;
  Parts<Frame, 4, true> frames; // each thread's are in stack order
  Parts<Phase, 4> phases;
  Parts<Obligation, 8> owed;
  Parts<Value, 8> variables;
  Parts<MemoryCell, 1> cells;                         // in the order of their allocation
  std::array<std::uint8_t, question_count> answers{}; // to open questions, as far as they were asked: 1 + answer, or 0
  Parts<std::uint32_t, 2> picks;                      // for the step that comes next (`pick`); else empty
  Clause erroneous = Clause::none;                    // the program broke this clause: nothing happens any more
  bool aborted() const;    // the same, by an error handler, or for want of a tool: that is no fault (errors.cpp)
  bool initialised = true; // (false: the program has tools, and has not called MPI_Init)
  bool finalized = false;
  std::uint32_t requests = 0; // how many of the objects are requests: most programs have none, and need not look
  std::uint32_t keyvals = 0;  // and keyvals,
  std::uint32_t tools = 0;    // and places in a stack of tools

  // The innermost frame of a thread; no frame: size of `frames`.
  std::size_t top(std::uint32_t thread) const {
    for (auto i = frames.size(); i-- > 0;)
      if (frames[i].thread == thread) return i;
    return frames.size();
  }
  // The frame of the same thread around that one; none: size of `frames`.
  std::size_t around(std::size_t frame) const {
    for (auto i = frame; i-- > 0;)
      if (frames[i].thread == frames[frame].thread) return i;
    return frames.size();
  }
  // A callback that has begun, or a call that has returned, and no event has told of it yet (CallbackFrame::is_untold, ReturnedCall).
  bool is_untold(std::size_t frame) const {
    if (frame == frames.size()) return false;
    return frames[frame].is_callback() ? frames[frame].callback().is_untold() : frames[frame].is_returned();
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
  std::uint32_t thread_of(const Obligation& of) const { return frames[phases[of.phase].frame].thread; }

  // Has the program added error codes or classes?
  bool has_added_errors() const {
    return std::any_of(objects.begin(), objects.end(), [](const Object& it) { return it.kind == Kind::error_code; });
  }

  // In slots: a hole is taken first.
  Slot add(const Object& object);
  // A pointer to it.
  Value add(const MemoryCell& cell) {
    cells.add(cell);
    return {Value::Type::memory, Kind::none, static_cast<std::int64_t>(cells.size() - 1)};
  }
  // no_slot: the program does not mention it.
  Slot predefined(Constant constant) const;
  // Makes the slot a hole; every handle to it becomes stale, and nothing is owed for it.
  void forget(Slot slot);
  // Has the program a copy of the object's handle?
  bool is_named(Slot slot) const;
  // Whose handle MPI may use again for a new object of this kind: identities of what is no more, each once.
  boost::container::small_vector<std::int64_t, 4> stale(Kind kind) const;
  // It does: what was stale names the new object.
  void revive(std::int64_t identity, Slot slot);

  // Frames and phases stand in the order of their threads (canonical: so that it makes no difference which thread went first), but those
  // of this thread come last, as if there were no others. `no_thread`: none does.
  static constexpr std::uint32_t no_thread = static_cast<std::uint32_t>(-1);
  void bring_last(std::uint32_t thread);

  void pop_frame(std::size_t frame);
  void pop_phase(std::size_t phase);
  std::size_t insert_phase(std::size_t before, const Phase& phase);

  // Nothing is owed any more where `pred` holds.
  template <typename Predicate> void forgive(Predicate pred) { owed.remove_if(pred); }

  // A value on (object, key) that is not dying; any: failing that, one that is. None: null.
  const Attachment* find(Slot object, Slot key) const;
  const Attachment* find_any(Slot object, Slot key) const;
  // The one whose callback began last: the first whose callback ends. None: null.
  const Attachment* dying(Slot object, Slot key) const;

  // From here on, parts are marked where a step touches them (Parts).
  void take_marks_off() {
    objects.take_marks_off(), attachments.take_marks_off(), frames.take_marks_off(), phases.take_marks_off();
    owed.take_marks_off(), variables.take_marks_off(), cells.take_marks_off(), picks.take_marks_off();
  }

  // Becomes a copy of `later`, which came of a copy of this one and has its marks since; this one has not changed since. Of the frames,
  // only the last ones are copied, which have changed.
  void catch_up(const State& later) {
    frames.catch_up(later.frames);
    objects = later.objects, attachments = later.attachments, phases = later.phases, owed = later.owed;
    variables = later.variables, cells = later.cells, picks = later.picks, answers = later.answers;
    erroneous = later.erroneous, initialised = later.initialised, finalized = later.finalized,
    requests = later.requests, keyvals = later.keyvals, tools = later.tools;
    assert(*this == later); // (all members are there)
  }

  bool operator==(const State&) const = default;

private:
  // Every handle that the program has, or has given to MPI as an attribute or an extra_state.
  template <typename Visit> void each_value(const Visit& visit) {
    const auto visit_packed = [&](auto& parts, auto number) {
      const auto change = [&](auto& part) {
        Value value = unpacked(part.*number);
        visit(value);
        part.*number = packed(value);
      };
      parts.edit_where([](const auto& part) { return is_handle(part.put); }, change);
    };
    variables.edit_each(visit);
    frames.edit_each([&](Frame& frame) { frame.each_value(visit); });
    visit_packed(attachments, &Attachment::value);
    visit_packed(phases, &Phase::value);
    visit_packed(objects, &Object::context);
  }
};

} // namespace moot
