#include "mpi_backend/layer/fortran_handles.h"

namespace moot::layer {

MPI_Fint to_fortran(Kind kind, MPIX_Handle handle) {
  switch (kind) {
  case Kind::communicator: return MPI_Comm_c2f(from_handle<MPI_Comm>(handle));
  case Kind::datatype: return MPI_Type_c2f(from_handle<MPI_Datatype>(handle));
  case Kind::window: return MPI_Win_c2f(from_handle<MPI_Win>(handle));
  case Kind::info: return MPI_Info_c2f(from_handle<MPI_Info>(handle));
  case Kind::request: return MPI_Request_c2f(from_handle<MPI_Request>(handle));
  case Kind::key: break;
  }
  return static_cast<MPI_Fint>(handle);
}

namespace {

MPIX_Handle in_c(Kind kind, MPI_Fint handle) {
  switch (kind) {
  case Kind::communicator: return to_handle(MPI_Comm_f2c(handle));
  case Kind::datatype: return to_handle(MPI_Type_f2c(handle));
  case Kind::window: return to_handle(MPI_Win_f2c(handle));
  case Kind::info: return to_handle(MPI_Info_f2c(handle));
  case Kind::request: return to_handle(MPI_Request_f2c(handle));
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
