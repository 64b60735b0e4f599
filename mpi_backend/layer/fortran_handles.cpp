#include "mpi_backend/layer/fortran_handles.h"

namespace moot::layer {

MPI_Fint to_fortran(Kind kind, MPIX_Handle handle) {
  switch (kind) {
#define ROW(kind, word, handle_type, null, type, c2f, f2c, ends)                                                       \
  case Kind::kind: return c2f(from_handle<type>(handle));
    MOOT_NATIVE_KINDS(ROW)
#undef ROW
  case Kind::key: break;
  }
  return static_cast<MPI_Fint>(handle);
}

namespace {

MPIX_Handle in_c(Kind kind, MPI_Fint handle) {
  switch (kind) {
#define ROW(kind, word, handle_type, null, type, c2f, f2c, ends)                                                       \
  case Kind::kind: return to_handle(f2c(handle));
    MOOT_NATIVE_KINDS(ROW)
#undef ROW
  case Kind::key: break;
  }
  return handle;
}

} // namespace

// Where handles are pointers, what names nothing is no handle at all: a null pointer.
MPIX_Handle from_fortran(Kind kind, MPI_Fint handle) {
  const MPIX_Handle found = in_c(kind, handle);
  return std::is_pointer_v<MPI_Comm> && found == 0 ? null_handle(kind) : found;
}

} // namespace moot::layer
