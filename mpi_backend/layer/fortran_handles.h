// Handles as Fortran has them: an INTEGER each, which `use mpi_f08` keeps in a structure of that size.
#pragma once

#include "mpi_backend/layer/records.h"

namespace moot::layer {

// The type of C's handles of a kind. (In MPICH all of them are ints.)
template <Kind kind> struct InC;
#define ROW(kind, word, handle_type, null, type, ...)                                                                  \
  template <> struct InC<Kind::kind> { using Handle = type; };
MOOT_NATIVE_KINDS(ROW)
#undef ROW

// Of an object that is natively alive, or null. A key is its number.
MPI_Fint to_fortran(Kind kind, MPIX_Handle handle);
// An INTEGER that names nothing gives the null handle.
MPIX_Handle from_fortran(Kind kind, MPI_Fint handle);

// A LOGICAL. Compilers differ in what they make of an integer that is neither 0 nor 1.
inline bool is_true(MPI_Fint logical) { return (static_cast<unsigned>(logical) & 1U) != 0; }
inline MPI_Fint to_logical(bool value) { return value ? 1 : 0; }

} // namespace moot::layer
