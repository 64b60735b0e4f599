#include "mpi_backend/layer/phases.h"

#include "mpi_backend/layer/callbacks.h"
#include "mpi_backend/layer/fault.h"
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/turns.h"
#include "mpi_backend/layer/values.h"

#include <algorithm>
#include <span>
#include <utility>

namespace moot::layer {
namespace {

struct Owed {
  ObjectPtr object;
  ValuePtr value;
};

// One of those owed, of which no other thread takes any off the list: the last set, or any.
const Owed& choose(Lock& lock, const std::vector<Owed>& owed, Function function, bool last_set_first) {
  if (!last_set_first)
    return *any_that_may_begin(lock, owed, function, [](const Owed& one) -> const Object& { return *one.value->key; });
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
  const Turn turn(lock, *next.value->key, Function::free);
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
      run_free(lock, choose(lock, owed, Function::free, false));
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
      if (!owed.empty()) next.push_back(choose(lock, owed, Function::free, order == FinalFree::last_set_first));
    }
    if (next.empty()) break;
    run_free(lock, choose(lock, next, Function::free, false));
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
        choose(lock, owed, Function::destroy, owed.size() > 1 && is(Question::destroy_order, Answer::last_set_first));
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
        choose(lock, owed, Function::destroy, owed.size() > 1 && is(Question::destroy_order, Answer::last_set_first));
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

} // namespace moot::layer
