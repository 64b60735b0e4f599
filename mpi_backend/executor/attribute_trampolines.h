// The functions of keyvals that MPI calls back: in C one for each callback of a case and each kind of object; in Fortran
// those of fortran/fortran.h. (Keys have theirs in trampolines.h.)
#pragma once

#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/fortran/fortran.h"
#include "mpi_backend/executor/trampolines.h"

namespace moot::executor {

// A callback as the library makes it.
struct AttributeInvocation {
  bool copy = false;
  Language language = Language::c;
  int definition = empty_callback; // index into Program::callbacks
  Kind kind = Kind::communicator;
  MPIX_Handle handle = 0;
  int keyval = MPI_KEYVAL_INVALID;
  std::int64_t extra_state = 0; // what is a pointer in C, as a number
  std::int64_t value = 0;
  std::int64_t new_value = 0; // copy: out
  int flag = 0;               // copy: out
};

// By number of the callback (calls.h).
MPI_Comm_copy_attr_function* comm_copy_function(int function);
MPI_Comm_delete_attr_function* comm_delete_function(int function);
MPI_Type_copy_attr_function* type_copy_function(int function);
MPI_Type_delete_attr_function* type_delete_function(int function);
MPI_Win_copy_attr_function* win_copy_function(int function);
MPI_Win_delete_attr_function* win_delete_function(int function);

// Installs the receiver of compiled Fortran; once, before the first call.
void receive_from_fortran();

} // namespace moot::executor
