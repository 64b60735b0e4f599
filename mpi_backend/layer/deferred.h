// Operations that complete, and the destroy callbacks that they set off, at once or in a later call.
#pragma once

#include "mpi_backend/layer/state.h"

namespace moot::layer {

// A request that the call in progress has completed, and MPI has freed.
struct Completed {
  ObjectPtr request;
  MPI_Request* variable; // the program's: it becomes null when request-completion says
  bool asks = false;     // a generalized one: query_fn is yet to be called,
  MPI_Status* status{};  //   for this; null: for none of the program's
};
// One after the other goes, in any order.
void complete(Lock& lock, std::vector<Completed> requests);

// MPI_Finalize: destroys all that still waits; then what predefined-at-finalize, leaked-at-finalize and key-cycle say.
void run_last(Lock& lock);

} // namespace moot::layer
