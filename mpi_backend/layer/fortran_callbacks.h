// The functions of keys that were made in Fortran (mpix.f90): subroutines, which take addresses.
//
// Object holds them as if they were C's; Object::in_fortran tells.
#pragma once

#include "mpi_backend/layer/records.h"

namespace moot::layer {

// Both are called without the lock. `handle` and the like are those of `object` or null, as C's functions get them.
void call_fortran(MPIX_Value_free_function* function, MPIX_Key key, const Object& object, MPIX_Handle handle,
                  MPI_Aint context, MPI_Aint value);
void call_fortran_copy(MPIX_Value_copy_function* function, MPIX_Key key, const Object& from, const Object& to,
                       MPI_Aint context, MPI_Aint value, MPI_Aint* new_value, int* flag);

// A value is set on the object under a key of Fortran: its handle as an INTEGER, for callbacks that come when MPI knows it no more.
void note_integer(Object& object);

} // namespace moot::layer
