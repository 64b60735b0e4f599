#include "mpi_backend/layer/objects.h"

#include "mpi_backend/layer/callbacks.h"
#include "mpi_backend/layer/fault.h"
#include "mpi_backend/layer/phases.h"
#include "mpi_backend/layer/values.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace moot::layer {
namespace {

bool has_ended(const Object& object) { return object.ending || object.destroyed; }

bool is_in_erroneous_cycle(const ObjectPtr& key) {
  const Objects keys = cyclic_keys();
  return std::ranges::find(keys, key) != keys.end() && is(Question::key_cycle, Answer::erroneous);
}

// Frees the native handle, unless that was done.
void pay_native(Lock& lock, Object& object) {
  if (!std::exchange(object.native_owed, false)) return;
  const Unlocked unlocked(lock);
  const int error = free_native(object.kind, object.handle, object.disconnect);
  if (error != MPI_SUCCESS) object.native_error = error;
}

// MPI_Comm_free is collective: with more processes than one it cannot wait for the operations of this one.
bool is_collective(Lock& lock, const Object& object) {
  if (object.kind != Kind::communicator) return false;
  const auto comm = from_handle<MPI_Comm>(object.handle);
  const Unlocked unlocked(lock);
  int size = 0;
  int inter = 0;
  PMPI_Comm_size(comm, &size);
  PMPI_Comm_test_inter(comm, &inter);
  return size > 1 || inter != 0;
}

// Freed, but something else keeps it alive. The native handle lives as long, so that callbacks can be given it.
void linger(Lock& lock, const ObjectPtr& object) {
  object->lingers = true;
  ++state().lingering;
  if (is_collective(lock, *object)) pay_native(lock, *object);
}

// Only for Fault::destroy_before_free.
[[maybe_unused]] void destroy_early(Lock& lock, const ObjectPtr& object) {
  for (const ValuePtr& value : all_values(*object)) {
    const Running running(Function::destroy, *object, *value->key);
    call_back(lock, Function::destroy, *object, *value);
    value->destroyed_early = true;
  }
}

// Are the values of an object that something keeps alive destroyed in its free?
bool destroys_at_free(const Object& object) {
  return !object.values.empty() && is(Question::destroy_time, Answer::at_free);
}

// (Apart: the end of an object that is bare saves no registers for this.)
[[gnu::noinline]] void end_with_callbacks(Lock& lock, std::span<const ObjectPtr> objects) {
  Objects some;
  if (std::ranges::any_of(objects, [](const ObjectPtr& object) { return has_ended(*object); })) {
    std::ranges::copy_if(objects, std::back_inserter(some),
                         [](const ObjectPtr& object) { return !has_ended(*object); });
    objects = some;
  }
  if (objects.empty()) return;
  const Running* const running = Running::innermost();
  const bool cascade = running != nullptr && running->after != nullptr &&
                       !std::ranges::all_of(objects, [](const ObjectPtr& object) { return object->is_bare(); });
  if (cascade && is(Question::cascade_order, Answer::after_phase)) {
    running->after->insert(running->after->end(), objects.begin(), objects.end());
  } else {
    destroy_phase(lock, objects);
  }
}

// Drops the user's reference. False, with nothing done, if that leaves a cycle of keys where that is erroneous.
bool drop_user(const ObjectPtr& object) {
  object->freed = true;
  --object->references;
  if (object->kind != Kind::key || object->references == 0) return true;
  if (destroys_at_free(*object) || !is_in_erroneous_cycle(object)) return true;
  object->freed = false;
  ++object->references;
  return false;
}

} // namespace

Reason may_free(const Object& object) {
  if (object.predefined && object.further_handles == 0)
    return object.kind == Kind::key ? Reason::key_predefined : Reason::handle_predefined;
  if (object.freed || object.ending) return object.kind == Kind::key ? Reason::key_stale : Reason::handle_freed;
  const bool in_own_callback =
      std::ranges::any_of(object.values, [](const Value& value) { return value.free == Value::Free::running; });
  if (object.freeing && (object.free_in_progress || in_own_callback))
    return Reason::free_in_free; // else MPI_Finalize's
  if (object.calls > 0 && is(Question::free_in_callback, Answer::erroneous)) return Reason::free_in_callback;
  return Reason::none;
}

namespace {

// Are free callbacks called, in a free of the object or where its handle ends otherwise?
bool calls_back(const Object& object, Ending ending) {
  if (object.values.empty()) return false;
  if (ending == Ending::other) return is(Question::other_endings, Answer::as_free);
  return object.further_handles == 0 || is(Question::free_per_handle, Answer::each);
}

} // namespace

Reason free_object(Lock& lock, const ObjectPtr& object, Ending ending) {
  if (const Reason reason = may_free(*object); reason != Reason::none) return reason;
  object->free_in_progress = true;
  if (fault == Fault::shared_ends_early) object->further_handles = 0;
  if (fault == Fault::file_forgotten && object->kind == Kind::file) drop_values(lock, *object);
  if (object->further_handles > 0) {
    if (calls_back(*object, ending)) free_phase(lock, object);
    --object->further_handles;
    object->free_in_progress = false;
    return Reason::none;
  }
  if (fault == Fault::destroy_before_free) {
    if (object->references == 1) destroy_early(lock, object);
  }
  if (calls_back(*object, ending)) free_phase(lock, object);
  if (!drop_user(object)) {
    object->free_in_progress = false;
    return Reason::key_cycle;
  }
  if (object->references == 0) {
    end_objects(lock, {&object, 1});
  } else if (destroys_at_free(*object)) {
    end_with_callbacks(lock, {&object, 1});
  }
  if (object->destroyed) {
    object->free_in_progress = false;
  } else {
    linger(lock, object);
    end_free(lock); // (of another one, in this call)
    lock.freed = object.get();
    intrusive_ptr_add_ref(lock.freed);
  }
  return Reason::none;
}

void end_free(Lock& lock) {
  if (lock.freed == nullptr) return;
  lock.freed->free_in_progress = false;
  intrusive_ptr_release(std::exchange(lock.freed, nullptr));
}

void release(Lock& lock, const ObjectPtr& object) {
  if (--object->references == 0) {
    end_objects(lock, {&object, 1});
  } else if (object->freed && is_in_erroneous_cycle(object)) {
    lock.left_cycle = true;
  }
}

void hold(Object& by, const ObjectPtr& object) {
  ++object->references;
  by.holds.push_back(object);
}

void hold(Object& by, const Objects& objects, Question keeps) {
  for (const ObjectPtr& object : objects)
    if (!object->predefined && is(keeps, Answer::yes)) hold(by, object);
}

Working::Working(Lock& lock, ObjectPtr object) : lock_(lock), object_(std::move(object)) {
  ++object_->calls;
  ++object_->references;
}

Working::~Working() {
  --object_->calls;
  release(lock_, object_);
}

namespace {

// The end of an object without values, but for what it holds. (It gets no more meanwhile: the program cannot use it.)
void end_bare(Lock& lock, Object& object) {
  object.destroyed = true;
  if (object.lingers) --state().lingering;
  pay_native(lock, object);
  state().records.forget(object);
}

void drop_held(Lock& lock, Object& object) {
  Objects ended;
  Objects kept = std::exchange(object.holds, {});
  for (ObjectPtr* const one : {&object.group, &object.errhandler}) {
    if (*one) kept.push_back(std::exchange(*one, nullptr));
  }
  for (const ObjectPtr& held : kept) {
    if (--held->references == 0) ended.push_back(held);
  }
  end_objects(lock, ended);
}

} // namespace

void end_objects(Lock& lock, std::span<const ObjectPtr> objects) {
  if (objects.size() == 1 && objects[0]->is_bare() && !has_ended(*objects[0]))
    end_bare(lock, *objects[0]);
  else if (!objects.empty())
    end_with_callbacks(lock, objects);
}

void finish(Lock& lock, const ObjectPtr& object) {
  drop_values(lock, *object);
  end_bare(lock, *object);
  if (!object->is_bare()) drop_held(lock, *object);
}

void keep(Lock& lock, ObjectPtr& place, const ObjectPtr& object) {
  if (object) ++object->references;
  const ObjectPtr before = std::exchange(place, object);
  if (before) release(lock, before);
}

void give_handle(Object& object) {
  if (!object.freed) {
    ++object.further_handles;
    return;
  }
  object.freed = false;
  ++object.references;
  if (std::exchange(object.lingers, false)) --state().lingering;
}

// Keys that anything else refers to are no part of a cycle, nor are those that such keys' values refer to; what remains is.
Objects cyclic_keys() {
  Objects keys;
  for (const ObjectPtr& key : state().records.all(Kind::key)) {
    if (key->freed && key->references > 0 && !has_ended(*key)) keys.push_back(key);
  }
  const auto referred_from_outside = [&keys](const ObjectPtr& key) {
    std::ptrdiff_t inside = 0;
    for (const ObjectPtr& holder : keys) inside += std::ranges::count(holder->values, key, &Value::key);
    return key->references > inside;
  };
  while (true) {
    const auto outside = std::ranges::find_if(keys, referred_from_outside);
    if (outside == keys.end()) return keys;
    keys.erase(outside);
  }
}

} // namespace moot::layer
