// Handles as compiled Fortran has them, and back: converted when a call is made or a callback comes, since when that first happens
// matters to Open MPI.
#pragma once

#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/fortran/fortran.h"

namespace moot::executor {

MPI_Fint to_fortran(Kind kind, MPIX_Handle handle);
MPIX_Handle from_fortran(Kind kind, MPI_Fint handle);
MPI_Fint null_in_fortran(Kind kind);

// An argument of the call, a handle.
inline MPI_Fint in_fortran(const NativeCall& call, std::size_t i) {
  return to_fortran(signature(call.procedure).in[i].kind, call.handles.at(i));
}

// What a call has made; unset_number: it has not.
inline MPIX_Handle made_in_fortran(Kind kind, MPI_Fint handle) {
  return handle == unset_number ? unset_handle : from_fortran(kind, handle);
}

inline fortran::Binding binding_of(const NativeCall& call) {
  static_assert(static_cast<int>(Language::mpif) == 1 && static_cast<int>(Language::mpi_f08) == 3);
  return static_cast<fortran::Binding>(static_cast<int>(call.language) - 1);
}

// Calls by hand (calls_fortran.cpp): of keyvals and attributes.
void create_keyval(NativeCall& call);
void free_keyval(NativeCall& call);
void set_attr(NativeCall& call);
void get_attr(NativeCall& call);
void delete_attr(NativeCall& call);

} // namespace moot::executor
