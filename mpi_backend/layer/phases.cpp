#include "mpi_backend/layer/phases.h"

#include "mpi_backend/layer/callbacks.h"
#include "mpi_backend/layer/fault.h"
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/turns.h"
#include "mpi_backend/layer/values.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace moot::layer {
namespace {

struct Owed {
  ObjectPtr object;
  ValuePtr value;
};

// Any of those owed, but none that must wait while another may begin (callback-threads). Null: meanwhile, other threads have taken them away.
// `calls(one)`: its key, and whether it has a function.
template <class One, class Calls> const One* any_of(Lock& lock, const std::vector<One>& owed, const Calls& calls) {
  const auto& drawn = owed[state().draw.below(owed.size())];
  if (owed.size() == 1 || !lock.keeps_others_out()) return &drawn;
  const auto may_begin = [&](const One& one) {
    const auto& [key, has_function] = calls(one);
    return !Turn::must_wait(lock, *key, has_function);
  };
  if (may_begin(drawn)) return &drawn;
  for (; !owed.empty(); Turn::await_an_end(lock)) {
    const auto found = std::ranges::find_if(owed, may_begin);
    if (found != owed.end()) return &*found;
  }
  return nullptr;
}

template <class Has> auto calls_if(const Has& has_function) {
  return [=](const auto& one) { return std::pair(&*one.value->key, has_function(*one.value->key)); };
}
const auto calls_free = calls_if([](const Object& key) { return key.free_function != nullptr; });
const auto calls_destroy = calls_if([](const Object& key) { return key.destroy_function != nullptr; });

// One of those owed, of which no other thread takes any off the list: the last set, or any.
template <class Calls>
const Owed& choose(Lock& lock, const std::vector<Owed>& owed, const Calls& calls, bool last_set_first) {
  if (!last_set_first) return *any_of(lock, owed, calls);
  return *std::ranges::max_element(owed, {}, [](const Owed& one) { return one.value->set_at; });
}

// A phase begins to owe the callbacks of the object's values.
void note_freed_keys(Object& object) {
  for (Value& value : object.values) value.key_freed_at_start = value.key->freed;
}

// ---- Free ----

std::vector<Owed> owed_frees(const ObjectPtr& object) {
  std::vector<Owed> owed;
  for (Value& value : object->values) {
    if (value.free == Value::Free::owed && value.destroying == 0) owed.push_back({object, &value});
  }
  return owed;
}

void run_free(Lock& lock, const Owed& next) {
  const Turn turn(lock, *next.value->key, next.value->key->free_function);
  if (next.value->free != Value::Free::owed || next.value->gone) return; // (another thread's work, meanwhile)
  next.value->free = Value::Free::running;
  {
    const Running running(Function::free, *next.object, *next.value->key);
    call_back(lock, Function::free, *next.object, *next.value);
  }
  next.value->free = Value::Free::ran;
}

// value-after-free-callback = cleared: what was called back goes now, silently.
void drop_called_back(Lock& lock, const ObjectPtr& object) {
  for (const ValuePtr& value : all_values(*object)) {
    const bool ran = value->free == Value::Free::ran;
    if (ran && is(Question::value_after_free_callback, Answer::cleared)) drop_value(lock, *value);
  }
}

// ---- Destroy ----

std::vector<Owed> owed_destroys(std::span<const ObjectPtr> objects) {
  std::vector<Owed> owed;
  for (const ObjectPtr& object : objects) {
    for (Value& value : object->values) {
      if (value.destroying == 0) owed.push_back({object, &value});
    }
  }
  return owed;
}

// After a destroy callback in a destruction: do values that it set under the same key go silently (set-in-destroy)? If not, one is owed a
// callback from now on.
void drop_inner(Lock& lock, const Owed& done) {
  while (Value* const inner = stored(*done.object, *done.value->key)) {
    const Answer answer = ask(Question::set_in_destroy);
    if (answer != Answer::outer_wins_inner_silent && answer != Answer::recurses) {
      inner->key_freed_at_start = inner->key->freed;
      return;
    }
    drop_value(lock, *inner);
  }
}

// The last value of an object is gone, and so is the object, before other objects' values are destroyed: what it held may go, too.
void finish_early(Lock& lock, const Owed& last, Objects& after) {
  if (last.object->references > 0) return;
  last.object->ending = false;
  const Running running(Function::destroy, *last.object, *last.value->key, &after);
  finish(lock, last.object);
}

// ---- Copy ----

std::vector<OwedCopy> find_owed_copies(const Object& from) {
  std::vector<OwedCopy> owed;
  for (const Value& value : from.values) {
    const ObjectPtr& key = value.key;
    const bool known = std::ranges::find(owed, key, &OwedCopy::key) != owed.end();
    if (known || !copyable(from, *key)) continue;
    const bool in_own_destruction = copyable(from, *key)->destroying > 0; // (dup-in-destroy alone decides)
    if (key->freed && !in_own_destruction && is(Question::copy_of_freed_key, Answer::no)) continue;
    owed.push_back({key, key->freed});
  }
  if (fault == Fault::copy_missed) {
    if (!owed.empty()) owed.pop_back();
  }
  return owed;
}

// When its value was set. (A replacement may be between the old one and the new one.)
std::uint64_t set_at(const Object& from, const OwedCopy& copy) {
  const Value* const value = state().values.newest(from, *copy.key);
  return value == nullptr ? state().sets + 1 : value->set_at;
}

// Takes the copy to make next out of those owed. What another thread takes away, or frees, is passed over.
std::optional<OwedCopy> take_next(Lock& lock, std::vector<OwedCopy>& owed, const Object& from) {
  const auto calls = [](const OwedCopy& one) { return std::pair(&*one.key, one.key->copy_function != nullptr); };
  while (!owed.empty()) {
    const bool last_set_first = owed.size() > 1 && is(Question::copy_order, Answer::last_set_first);
    const OwedCopy* const next =
        last_set_first ? &*std::ranges::max_element(owed, {}, [&](const OwedCopy& one) { return set_at(from, one); })
                       : any_of(lock, owed, calls);
    if (next == nullptr) break;
    const OwedCopy taken = *next;
    std::erase_if(owed, [&](const OwedCopy& one) { return one.key == taken.key; });
    if (copyable(from, *taken.key)) return taken;
  }
  return std::nullopt;
}

void run_copy(Lock& lock, const ObjectPtr& from, const ObjectPtr& to, const OwedCopy& next) {
  Copied copied;
  {
    const Turn turn(lock, *next.key, next.key->copy_function);
    const Value* const value = copyable(*from, *next.key);
    if (value == nullptr) return; // (another thread has taken it away meanwhile)
    ++from->copying;
    ++to->copying;
    const Running running(*from, *to);
    copied = call_back_copy(lock, *from, *to, *value, next.key_freed_at_start);
  }
  --from->copying;
  --to->copying;
  if (copied.flag) set_value(lock, to, next.key, copied.value);
}

// After how many copies the dup fails, where it may.
std::optional<std::size_t> drawn_failure(std::size_t copies) {
  Draw& draw = state().draw;
  if (!std::exchange(state().may_fail_next_dup, false) || !draw.coin()) return std::nullopt;
  return draw.below(copies + 1);
}

void fail_dup(Lock& lock, const ObjectPtr& to) {
  if (to->freed) return; // a callback freed it: it goes as whatever the program frees
  if (!to->values.empty() && is(Question::failed_dup, Answer::none)) drop_values(lock, *to);
  to->freed = true;
  --to->references; // the user's, who never got it; the dup in progress has one more
}

} // namespace

namespace {

void begin_freeing(Object& object) {
  object.freeing = true;
  for (Value& value : object.values) {
    if (value.destroying == 0) value.free = Value::Free::owed;
  }
  note_freed_keys(object);
}

void end_freeing(Object& object) {
  object.freeing = false;
  for (Value& value : object.values) value.free = Value::Free::none;
}

} // namespace

namespace {

// mutate-in-free = queued: a set or a clear that another thread has begun meanwhile is done first. True: it waited.
bool wait_for_others(Lock& lock, const Object& object, std::uint64_t before) {
  bool waited = false;
  for (; lock.keeps_others_out() && Turn::elsewhere(object, before); waited = true) Turn::await_an_end(lock);
  return waited;
}

} // namespace

// (MPI_Finalize may have called some of its free callbacks.)
void free_phase(Lock& lock, const ObjectPtr& object) {
  if (object->freeing)
    note_freed_keys(*object);
  else
    begin_freeing(*object);
  const auto before = Turn::begun();
  for (bool done = false; !done;) {
    for (auto owed = owed_frees(object); !owed.empty(); owed = owed_frees(object))
      run_free(lock, choose(lock, owed, calls_free, false));
    if (wait_for_others(lock, *object, before)) continue; // what they have set is owed a callback, too
    drop_called_back(lock, object); // a key may go with its last value, and its callbacks set values here
    done = owed_frees(object).empty();
  }
  end_freeing(*object);
}

void final_free_phase(Lock& lock, const Objects& objects, FinalFree order) {
  for (const ObjectPtr& object : objects) begin_freeing(*object);
  while (true) {
    std::vector<Owed> next;
    for (const ObjectPtr& object : objects) {
      if (object->freed) continue; // by a callback
      const std::vector<Owed> owed = owed_frees(object);
      if (!owed.empty()) next.push_back(choose(lock, owed, calls_free, order == FinalFree::last_set_first));
    }
    if (next.empty()) break;
    run_free(lock, choose(lock, next, calls_free, false));
  }
  for (const ObjectPtr& object : objects) {
    drop_called_back(lock, object);
    end_freeing(*object);
  }
}

void final_destroy_phase(Lock& lock, const Objects& objects) {
  Objects after;
  for (const ObjectPtr& object : objects) note_freed_keys(*object);
  std::vector<Owed> owed = owed_destroys(objects);
  std::erase_if(owed, [](const Owed& one) { return one.object->freed; }); // by a free callback
  while (!owed.empty()) {
    const Owed next =
        choose(lock, owed, calls_destroy, owed.size() > 1 && is(Question::destroy_order, Answer::last_set_first));
    std::erase_if(owed, [&](const Owed& one) { return one.value == next.value; });
    if (!next.value->gone) {
      destroy_value(lock, next.object, next.value, after); // (what its callback sets stays)
    }
  }
  run_after(lock, after);
}

void destroy_phase(Lock& lock, std::span<const ObjectPtr> objects) {
  Objects after;
  for (const ObjectPtr& object : objects) {
    object->ending = true;
    note_freed_keys(*object);
  }
  for (std::vector<Owed> owed; !(owed = owed_destroys(objects)).empty();) {
    const Owed next =
        choose(lock, owed, calls_destroy, owed.size() > 1 && is(Question::destroy_order, Answer::last_set_first));
    destroy_value(lock, next.object, next.value, after);
    drop_inner(lock, next);
    if (next.object->values.empty()) finish_early(lock, next, after);
  }
  for (const ObjectPtr& object : objects) {
    object->ending = object->ends_in_callback = object->references > 0 && object->destroying > 0;
    if (object->references == 0 && !object->destroyed) finish(lock, object);
  }
  run_after(lock, after);
}

namespace {

// Has something a reference to it that counts? (destroy-time = at-free: of what the program has freed, none does.)
bool is_kept(const Object& object) {
  return object.references > 0 && !(object.freed && is(Question::destroy_time, Answer::at_free));
}

} // namespace

void run_after(Lock& lock, Objects& after) {
  while (!after.empty()) {
    Objects objects = std::exchange(after, {});
    std::erase_if(objects, [](const ObjectPtr& o) { return is_kept(*o) || o->ending || o->destroyed; });
    destroy_phase(lock, objects);
  }
}

// (Threads' dups may end in another order than they began.)
OwedCopies::~OwedCopies() {
  auto** place = &from.owed_copies;
  while (*place != this) place = &(*place)->others;
  *place = others;
}

void forgive_copies(Object& object, const Object& key) {
  for (auto* copies = object.owed_copies; copies != nullptr; copies = copies->others)
    std::erase_if(copies->owed, [&](const OwedCopy& one) { return one.key == &key; });
}

bool copy_values(Lock& lock, const ObjectPtr& from, const ObjectPtr& to) {
  const Working working_from(lock, from);
  const Working working_to(lock, to);
  OwedCopies copies(*from, find_owed_copies(*from));
  const std::optional<std::size_t> failure = drawn_failure(copies.owed.size());
  for (std::size_t made = 0; failure != made; ++made) {
    const std::optional<OwedCopy> next = take_next(lock, copies.owed, *from);
    if (!next) break;
    run_copy(lock, from, to, *next);
  }
  if (failure) fail_dup(lock, to);
  to->free_in_progress = to->freed; // it is this call's until it returns
  return !failure;
}

void copy_hidden(Lock& lock, const ObjectPtr& from, Object& window) {
  MPI_Comm made = MPI_COMM_NULL;
  {
    const auto comm = from_handle<MPI_Comm>(from->handle);
    const Unlocked unlocked(lock);
    if (PMPI_Comm_dup(comm, &made) != MPI_SUCCESS) return;
  }
  const ObjectPtr hidden = state().records.created(Kind::communicator, to_handle(made));
  hidden->freed = true;
  window.holds.push_back(hidden); // its only reference
  keep(lock, hidden->errhandler, from->errhandler);
  copy_phase(lock, from, *hidden);
  hidden->free_in_progress = false;
}

bool nulls_failed_out() {
  const Answer answer = ask(Question::failed_out);
  return answer == Answer::null_handle || (answer == Answer::undefined && state().draw.coin());
}

} // namespace moot::layer
