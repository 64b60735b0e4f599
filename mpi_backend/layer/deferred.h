// Operations that complete, and the destroy callbacks that they set off, at once or in a later call.
#pragma once

#include "mpi_backend/layer/state.h"

namespace moot::layer {

// These requests were completed, and natively freed, by the call in progress.
void complete(Lock& lock, const Objects& requests);

// MPI_Finalize: destroys all that still waits, and the cycles of keys if key-cycle says so.
void run_last(Lock& lock);

} // namespace moot::layer
