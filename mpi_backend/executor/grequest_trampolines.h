// The functions of generalized requests that MPI calls back: one for each callback of a case and each of the three roles. (They get
// neither the request nor anything else that tells which callback is meant.)
#pragma once

#include "mpi_backend/executor/trampolines.h"

namespace moot::executor {

// A callback as the library makes it.
struct GrequestInvocation {
  Callback role = Callback::query_fn;
  int definition = empty_callback; // index into Program::callbacks
  std::int64_t extra_state = 0;    // the pointer, as a number
  bool complete = false;           // cancel_fn
};

// A negative number: a null pointer.
MPI_Grequest_query_function* grequest_query_function(int definition);
MPI_Grequest_free_function* grequest_free_function(int definition);
MPI_Grequest_cancel_function* grequest_cancel_function(int definition);

} // namespace moot::executor
