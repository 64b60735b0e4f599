#include "mpi_backend/executor/fortran_handles.h"

#include "mpi_backend/executor/objects.h"

namespace moot::executor {

MPI_Fint to_fortran(Kind kind, MPIX_Handle handle) {
  switch (kind) {
#define ROW(kind, word, handle_type, null, type, c2f, f2c, ends)                                                       \
  case Kind::kind: return c2f(MPIX_Handle_##word(handle));
    MOOT_NATIVE_KINDS(ROW)
#undef ROW
  default: return static_cast<MPI_Fint>(handle);
  }
}

MPIX_Handle from_fortran(Kind kind, MPI_Fint handle) {
  switch (kind) {
#define ROW(kind, word, handle_type, null, type, c2f, f2c, ends)                                                       \
  case Kind::kind: return MPIX_HANDLE(f2c(handle));
    MOOT_NATIVE_KINDS(ROW)
#undef ROW
  default: return handle;
  }
}

MPI_Fint null_in_fortran(Kind kind) { return to_fortran(kind, native_null(kind)); }

} // namespace moot::executor
