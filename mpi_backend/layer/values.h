// Values on objects: which a get, a set or a dup finds, and how they come and go.
#pragma once

#include "mpi_backend/layer/state.h"

namespace moot::layer {

// What MPIX_Value_get sees; null: flag is false.
Value* visible(const Object& object, const Object& key);

// What a set replaces and a clear destroys; null: none.
Value* stored(const Object& object, const Object& key);

// The values on an object, for who changes them meanwhile.
std::vector<ValuePtr> all_values(Object& object);

// What a dup of the object copies; null: nothing (any more).
Value* copyable(const Object& object, const Object& key);

// Sets a value where that has nothing to call, and no callback in progress can tell: the old value becomes the new one. False, and nothing is
// done: it takes set_value.
bool replace_quietly(Object& object, const Object& key, MPI_Aint number);
// Sets a value over what `stored` finds, as MPIX_Value_set does.
void set_value(Lock& lock, const ObjectPtr& object, const ObjectPtr& key, MPI_Aint value);

// Clears what `stored` finds, as MPIX_Value_clear does.
void clear_value(Lock& lock, const ObjectPtr& object, const ObjectPtr& key);

// What becomes of the copies under its key that dups in progress owe, when a value goes: they are forgiven, unless another value is there by
// then (copies.h); or another takes its place, and is copied in its turn.
enum class Then { forgive, replace };

// Calls the value's destroy callback; then the value goes. `after`: see Running.
void destroy_value(Lock& lock, const ObjectPtr& object, const ValuePtr& value, Objects& after,
                   Then then = Then::forgive);

// The value goes without a callback, or all on an object do. Their keys may go with them.
void drop_value(Lock& lock, Value& value, Then then = Then::forgive);
inline void drop_values(Lock& lock, Object& object) {
  while (!object.values.empty()) drop_value(lock, object.values.back());
}

} // namespace moot::layer
