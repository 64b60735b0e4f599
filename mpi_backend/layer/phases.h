// What a call owes, phase by phase: free callbacks, destroy callbacks. (Of a dup: copies.h.)
//
// A phase calls back as long as anything is owed. Callbacks may change what is owed, so each round looks anew.
#pragma once

#include "mpi_backend/layer/state.h"

#include <span>

namespace moot::layer {

// The free callbacks of every value on the object, in any order; values that callbacks set are owed one too.
void free_phase(Lock& lock, const ObjectPtr& object);

// The destroy callbacks of every value on the objects. Then those without references go.
void destroy_phase(Lock& lock, std::span<const ObjectPtr> objects);

// MPI_Finalize: the free callbacks of the values on these objects; then their destroy callbacks. The objects stay.
enum class FinalFree { none, any_order, last_set_first }; // (last_set_first: on each object)
void final_free_phase(Lock& lock, const Objects& objects, FinalFree order);
void final_destroy_phase(Lock& lock, const Objects& objects);

// Destroys what a phase put off until it owed nothing more (cascade-order).
void run_after(Lock& lock, Objects& after);

} // namespace moot::layer
