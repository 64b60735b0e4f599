// Operations that complete, and the destroy callbacks that they set off, at once or in a later call.
#pragma once

#include "mpi_backend/layer/state.h"

namespace moot::layer {

// These requests were completed, and natively freed, by the call in progress. One after the other goes, in any order.
void complete(Lock& lock, Objects requests);

// MPI_Finalize: destroys all that still waits; then what predefined-at-finalize, leaked-at-finalize and key-cycle say.
void run_last(Lock& lock);

} // namespace moot::layer
