// Operations that complete, and the destroy callbacks that they set off, at once or in a later call.
#pragma once

#include "mpi_backend/layer/state.h"

namespace moot::layer {

// A program's variables that hold requests. Of a program in Fortran: `in_fortran`, and `in_c` stands for them in the layer.
struct Variables {
  MPI_Request* in_c;
  MPI_Fint* in_fortran = nullptr;

  void set(std::size_t place, MPI_Request request) const;
};

// A request that the call in progress completes: MPI has freed it, or does so afterwards.
struct Completed {
  ObjectPtr request;
  Variables variables;   // the program's: the one in
  std::size_t place = 0; //   this place becomes null when request-completion says
  bool asks = false;     // a generalized one: query_fn is yet to be called,
  MPI_Status* status{};  //   for this; null: for none of the program's
};
// One after the other goes, in any order.
void complete(Lock& lock, std::vector<Completed> requests);

// MPI_Finalize: destroys all that still waits; then what predefined-at-finalize, leaked-at-finalize and key-cycle say.
void run_last(Lock& lock);

} // namespace moot::layer
