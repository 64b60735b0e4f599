#include "mpi_backend/layer/values.h"

#include "mpi_backend/layer/callbacks.h"
#include "mpi_backend/layer/copies.h"
#include "mpi_backend/layer/fault.h"
#include "mpi_backend/layer/fortran_callbacks.h"
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/phases.h"
#include "mpi_backend/layer/turns.h"

#include <utility>

namespace moot::layer {
namespace {

// The newest that fits, of a value and those that are older; null if none does.
template <class Fits> Value* newest(Value* value, Fits fits) {
  while (value != nullptr && !fits(*value)) value = value->older;
  return value;
}
template <class Fits> Value* newest(const Object& object, const Object& key, Fits fits) {
  return newest(state().values.newest(object, key), fits);
}

bool runs_free(const Value& value) { return value.free == Value::Free::running; }
bool is_destroying(const Value& value) { return value.destroying > 0; }

// In a free phase: does a value whose free callback has begun still count as stored?
bool counts_as_gone(const Object& object, const Value& value) {
  const bool begun = value.free == Value::Free::running || value.free == Value::Free::ran;
  return object.freeing && begun && is(Question::value_after_free_callback, Answer::cleared);
}

// other-key-in-free, for a value whose key's callback is not running.
bool is_visible_in_free(const Value& value) {
  switch (ask(Question::other_key_in_free)) {
  case Answer::by_order: return value.free == Value::Free::owed;
  case Answer::present: return true;
  default: return false;
  }
}

void attach(const ObjectPtr& object, const ObjectPtr& key, MPI_Aint number) {
  const ValuePtr value = new Value;
  value->object = object.get();
  value->key = key;
  value->value = number;
  value->set_at = ++state().sets;
  value->key_freed_at_start = key->freed;
  value->free = object->freeing ? Value::Free::owed : Value::Free::none; // mutate-in-free: queued
  state().values.add(value);
  if (key->in_fortran) note_integer(*object);
  ++key->references;
}

// Destroys one value outside the destruction of its object: a phase that owes one callback.
void destroy_alone(Lock& lock, const ObjectPtr& object, const ValuePtr& value, Then then) {
  Objects after;
  value->key_freed_at_start = value->key->freed;
  destroy_value(lock, object, value, after, then);
  run_after(lock, after);
}

// What a set or clear destroys: `stored`, or under set-in-destroy = recurses the value that is being destroyed.
Value* to_destroy(const Object& object, const Object& key) {
  if (Value* const value = stored(object, key)) return value;
  Value* const destroying = newest(object, key, is_destroying);
  const bool inside = destroying != nullptr && Running::here(Function::destroy, object);
  if (inside && is(Question::set_in_destroy, Answer::recurses)) return destroying;
  return nullptr;
}

// Destroys what a set or clear finds, then deals with what was set meanwhile by the callback (set-in-destroy). False if an
// inner value wins.
bool make_room(Lock& lock, const ObjectPtr& object, const ObjectPtr& key, Then then) {
  const ValuePtr old = to_destroy(*object, *key);
  if (!old) return true;
  const Turn turn(*object, *key);
  destroy_alone(lock, object, old, then);
  while (const ValuePtr inner = stored(*object, *key)) {
    switch (ask(Question::set_in_destroy)) {
    case Answer::inner_wins: return false;
    case Answer::outer_wins_inner_destroyed: destroy_alone(lock, object, inner, then); break;
    default: drop_value(lock, *inner, then); break;
    }
  }
  return true;
}

} // namespace

Value* visible(const Object& object, const Object& key) {
  Value* const value = state().values.newest(object, key);
  if (value == nullptr) return nullptr;
  if (fault == Fault::key_freed_eagerly && key.freed) return nullptr;
  if (object.ending && is(Question::use_in_destroy, Answer::unset)) return nullptr;
  if (fault != Fault::own_value_in_free && object.freeing && Running::here(Function::free, object, key)) return nullptr;
  if (is_destroying(*value)) return is(Question::get_in_destroy, Answer::old) ? value : nullptr;
  if (fault == Fault::own_value_in_free && runs_free(*value)) return value;
  if (object.freeing && !is_visible_in_free(*value)) return nullptr;
  return value;
}

Value* stored(const Object& object, const Object& key) {
  return newest(object, key,
                [&](const Value& value) { return !is_destroying(value) && !counts_as_gone(object, value); });
}

Value* copyable(const Object& object, const Object& key) {
  if (object.ending && is(Question::use_in_destroy, Answer::unset)) return nullptr;
  Value* const value = state().values.newest(object, key);
  if (value == nullptr) return nullptr;
  if (is_destroying(*value)) return is(Question::dup_in_destroy, Answer::copied) ? value : nullptr;
  if (!object.freeing) return visible(object, key);
  if (is(Question::dup_in_free, Answer::all)) return value;
  return value->free == Value::Free::owed ? value : nullptr;
}

std::vector<ValuePtr> all_values(Object& object) {
  std::vector<ValuePtr> values;
  for (Value& value : object.values) values.emplace_back(&value);
  return values;
}

bool replace_quietly(Object& object, const Object& key, MPI_Aint number) {
  if (key.destroy_function != nullptr || object.freeing || object.destroying > 0 || object.copying > 0) return false;
  Value* const value = state().values.newest(object, key);
  if (value == nullptr || value->older != nullptr || value->pointers > 1 || object.ending) return false;
  value->value = number;
  value->set_at = ++state().sets;
  value->key_freed_at_start = key.freed;
  value->free = Value::Free::none;
  if (value != &object.values.back())
    object.values.splice(object.values.end(), object.values, Values::s_iterator_to(*value));
  if (key.in_fortran) note_integer(object);
  return true;
}

void set_value(Lock& lock, const ObjectPtr& object, const ObjectPtr& key, MPI_Aint value) {
  ++key->references; // the call itself keeps its key while the old value goes
  if (fault == Fault::replaced_without_destroy) {
    if (Value* const old = stored(*object, *key)) drop_value(lock, *old, Then::replace);
  }
  {
    const Working working(lock, object);
    if (make_room(lock, object, key, Then::replace)) attach(object, key, value);
  }
  release(lock, key);
}

void clear_value(Lock& lock, const ObjectPtr& object, const ObjectPtr& key) {
  const Working working(lock, object);
  make_room(lock, object, key, Then::forgive);
}

void destroy_value(Lock& lock, const ObjectPtr& object, const ValuePtr& value, Objects& after, Then then) {
  const Running running(Function::destroy, *object, *value->key, &after);
  {
    const Turn turn(lock, *value->key, Function::destroy);
    if (value->gone) return; // (another thread has taken it away meanwhile)
    ++value->destroying;
    ++object->destroying;
    if (!value->destroyed_early) call_back(lock, Function::destroy, *object, *value);
  }
  --value->destroying;
  if (--object->destroying == 0 && std::exchange(object->ends_in_callback, false)) object->ending = false;
  drop_value(lock, *value, then);
}

void drop_value(Lock& lock, Value& value, Then then) {
  if (value.gone) return;
  const ObjectPtr key = value.key;
  Object& object = *value.object;
  state().values.remove(value); // (with the last pointer to it, it is no more)
  if (then == Then::forgive && state().values.newest(object, *key) == nullptr) forgive_copies(object, *key);
  release(lock, key);
}

} // namespace moot::layer
