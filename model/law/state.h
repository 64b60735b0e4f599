// The state of the machine: objects, values on them, frames of calls and callbacks, and what the frames still owe.
//
// A State is a plain value without pointers into anything. Objects live in slots; a destroyed object leaves a hole that the
// next object may take, and no field still names it (`forget`). Nothing has a fixed maximum: the small vectors grow.
#pragma once

#include "model/law/frame.h"
#include "model/vocabulary/question.h"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

namespace moot {

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
  bool key_freed = false; // when it was owed
  bool operator==(const Obligation&) const = default;
};

// Memory of the program's.
struct MemoryCell {
  Value value;
  bool live = true;
  std::uint32_t site = no_site; // 1 + the variable that first received its address
  bool operator==(const MemoryCell&) const = default;
};

// Which way a step goes wherever it might go several: one after the other.
using Picks = boost::container::small_vector<std::uint32_t, 2>;

// Are states the same that differ in the order in which values were set on an object? (Mpi::setting_order)
enum class SettingOrder : std::uint8_t { forgotten, matters };

// Parts of a state. They are read as they stand; who changes one says so, by `edit`: a copy knows in which places it may differ from
// what it was copied from. (Plain bytes, which come over as such: searches and the checker copy states all the time, and then take a
// step. So a copy that asks for memory has room for more; and for as much as the one before, so that it gets the same memory again.)
template <typename T, std::size_t few> class Parts {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  using value_type = T;
  using const_iterator = const T*;

  Parts() = default;
  Parts(const Parts& other) {
    if (other.size() >= few) all_.reserve(std::bit_ceil(other.size() + 1));
    take_over(other);
  }
  Parts(std::initializer_list<T> parts) { assign(parts.begin(), parts.end()); }
  Parts(Parts&&) noexcept = default;
  ~Parts() = default;
  Parts& operator=(const Parts& other) {
    take_over(other);
    return *this;
  }
  Parts& operator=(Parts&&) noexcept = default;
  bool operator==(const Parts& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  const T* data() const { return all_.data(); }
  const T* begin() const { return all_.data(); }
  const T* end() const { return all_.data() + all_.size(); }
  const T& operator[](std::size_t i) const { return all_[i]; }
  const T& front() const { return all_.front(); }
  const T& back() const { return all_.back(); }

  T& edit(std::size_t i) {
    touch(i);
    return all_[i];
  }
  T& add() { return make(); }
  T& add(const T& part) { return make(part); }
  template <typename Visit> void edit_each(const Visit& visit) {
    for (std::size_t i = 0; i < size(); ++i) visit(edit(i));
  }
  template <typename First, typename Second, typename... More>
  T& add(const First& first, const Second& second, const More&... more) {
    return make(first, second, more...);
  }
  void insert(std::size_t before, const T& part) {
    all_.insert(all_.begin() + static_cast<std::ptrdiff_t>(before), part);
    touch_from(before);
  }
  void remove(std::size_t i) {
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
    touch_from(i);
  }
  void remove_last() {
    all_.pop_back();
    touch(all_.size());
  }
  template <typename Predicate> void remove_if(Predicate pred) {
    const auto first = std::find_if(all_.begin(), all_.end(), pred);
    if (first == all_.end()) return;
    touch_from(static_cast<std::size_t>(first - all_.begin()));
    all_.erase(std::remove_if(first, all_.end(), pred), all_.end());
  }
  void clear() {
    all_.clear();
    touch_from(0);
  }
  void resize(std::size_t size) {
    const auto before = all_.size();
    all_.resize(size);
    touch_from(before);
  }
  void assign(const T* first, const T* last) {
    all_.assign(first, last);
    touch_from(0);
  }

  // Calls `visit` for every place below `size` that may hold another part than what this was copied from held there.
  template <typename Visit> void each_touched(std::size_t size, const Visit& visit) const {
    for (auto left = touched_; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      if (i >= size) return;
      visit(i);
    }
    if (touched_ >> last_bit != 0)
      for (auto i = last_bit + 1; i < size; ++i) visit(i);
  }
  // May there be another part than what this was copied from had, or one less?
  bool is_touched() const { return touched_ != 0; }

private:
  static constexpr std::size_t last_bit = 63; // of this place and all beyond

  template <typename... Args> T& make(const Args&... args) {
    touch(all_.size());
    return all_.emplace_back(args...);
  }
  void touch(std::size_t i) { touched_ |= std::uint64_t{1} << std::min(i, last_bit); }
  void touch_from(std::size_t i) { touched_ |= ~std::uint64_t{0} << std::min(i, last_bit); }
  void take_over(const Parts& other) {
    const auto size = other.size();
    touched_ = 0;
    if (size != all_.size()) all_.resize(size, boost::container::default_init);
    if (size > few) {
      std::memmove(static_cast<void*>(all_.data()), other.data(), size * sizeof(T));
      return;
    }
    const T* from = other.data();
    T* to = all_.data();
    for (auto* const end = to + size; to != end; ++to, ++from) std::memcpy(static_cast<void*>(to), from, sizeof(T));
  }

  boost::container::small_vector<T, few> all_;
  std::uint64_t touched_ = 0;
};

struct State {
  Parts<Object, 8> objects;
  Parts<Attachment, 12> attachments;
  Parts<Frame, 4> frames; // each thread's are in stack order
  Parts<Phase, 4> phases;
  Parts<Obligation, 8> owed;
  Parts<Value, 8> variables;
  Parts<MemoryCell, 1> cells;                         // in the order of their allocation
  std::array<std::uint8_t, question_count> answers{}; // to open questions, as far as they were asked: 1 + answer, or 0
  Parts<std::uint32_t, 2> picks;                      // for the step that comes next (`pick`); else empty
  Clause erroneous = Clause::none;                    // the program broke this clause: nothing happens any more
  bool aborted() const;                               // the same, by an error handler: that is no fault (errors.cpp)
  bool finalized = false;
  std::uint32_t requests = 0; // how many of the objects are requests: most programs have none, and need not look
  std::uint32_t keyvals = 0;  // and keyvals

  // The innermost frame of a thread; no frame: size of `frames`.
  std::size_t top(std::uint32_t thread) const {
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
  template <typename Predicate> void forgive(Predicate pred) { owed.remove_if(pred); }

  // How many references each object has, as it follows from the rest of the state.
  boost::container::small_vector<std::uint32_t, 16> count_references() const;

  // A value on (object, key) that is not dying; any: failing that, one that is. None: null.
  const Attachment* find(Slot object, Slot key) const;
  const Attachment* find_any(Slot object, Slot key) const;
  // The one whose callback began last: the first whose callback ends. None: null.
  const Attachment* dying(Slot object, Slot key) const;

  bool operator==(const State&) const = default;

private:
  // Every handle that the program has, or has given to MPI as an attribute or an extra_state.
  template <typename Visit> void each_value(const Visit& visit) {
    const auto visit_packed = [&](auto& parts, auto number) {
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!is_handle(parts[i].put)) continue;
        Value value = unpacked(parts[i].*number);
        visit(value);
        parts.edit(i).*number = packed(value);
      }
    };
    variables.edit_each(visit);
    frames.edit_each([&](Frame& frame) { frame.each_value(visit); });
    visit_packed(attachments, &Attachment::value);
    visit_packed(phases, &Phase::value);
    visit_packed(objects, &Object::context);
  }
};

} // namespace moot
