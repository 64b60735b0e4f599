// Handles as compiled Fortran has them, and back: converted when a call is made or a callback comes, since when that first happens
// matters to Open MPI.
#pragma once

#include "mpi_backend/executor/calls.h"

namespace moot::executor {

MPI_Fint to_fortran(Kind kind, MPIX_Handle handle);
MPIX_Handle from_fortran(Kind kind, MPI_Fint handle);
MPI_Fint null_in_fortran(Kind kind);

// An argument of the call, a handle.
inline MPI_Fint in_fortran(const NativeCall& call, std::size_t i) {
  return to_fortran(signature(call.procedure).in[i].kind, call.handles.at(i));
}

// Calls `function` with the variable of the first argument, which it changes.
template <typename Function> void change_in_fortran(NativeCall& call, const Function& function) {
  const auto kind = signature(call.procedure).in[0].kind;
  auto its = in_fortran(call, 0);
  call.error = function(&its);
  call.handles[0] = from_fortran(kind, its);
}

// Calls `function` with a variable for what is made.
template <typename Function> void make_in_fortran(NativeCall& call, const Function& function) {
  const auto kind = signature(call.procedure).out[0].kind;
  MPI_Fint its = unset_number;
  call.error = function(&its);
  call.made = its == unset_number ? unset_handle : from_fortran(kind, its);
}

} // namespace moot::executor
