// The functions of tools (mpix_qmpi.h): an init function for each callback of a case, and an interception for each procedure. The stack tells an
// interception its tool_id, and that which callback is meant.
#pragma once

#include "mpi_backend/executor/trampolines.h"

namespace moot::executor {

// A tool's function as the stack calls it.
struct Interception {
  Procedure procedure = Procedure::finalize;
  int tool_id = 0;
  int definition = empty_callback; // index into Program::callbacks
  MPIX_Handle context = 0;         // what it got
  // Calls what is next in the stack with the same arguments, without the lock. MPI_ERR_ARG: nothing is.
  virtual int pass_on() = 0;

protected:
  Interception(Procedure of, int id, int function, MPIX_Handle got)
      : procedure(of), tool_id(id), definition(function), context(got) {}
  Interception(const Interception&) = default;
  Interception& operator=(const Interception&) = default;
  ~Interception() = default;
};

} // namespace moot::executor
