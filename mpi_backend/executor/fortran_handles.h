// Handles as compiled Fortran has them, and back: converted when a call is made or a callback comes, since when that first happens
// matters to Open MPI. (A key of the layer is its INTEGER. To ask MPIX_Key_c2f would be a call of MPI that no case makes.)
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

// Throws CannotRun (through.h) if the program has what is not to be had in Fortran here.
void require_fortran(const Program& program);

// The callbacks of a case that are compiled Fortran, by their number there.
int fortran_function(int function);
int definition_of(int fortran_function);

// Calls by hand (calls_fortran_keys.cpp): of keys and values.
void key_create(NativeCall& call);
void key_free(NativeCall& call);
void value_set(NativeCall& call);
void value_get(NativeCall& call);
void value_clear(NativeCall& call);

// Installs the receiver of keys' callbacks in compiled Fortran; once, before the first call.
void receive_keys_from_fortran();

// Calls by hand (calls_fortran.cpp): of keyvals and attributes.
void create_keyval(NativeCall& call);
void free_keyval(NativeCall& call);
void set_attr(NativeCall& call);
void get_attr(NativeCall& call);
void delete_attr(NativeCall& call);

} // namespace moot::executor
