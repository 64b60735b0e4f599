#include "mpi_backend/layer/fortran_handles.h"

namespace moot::layer {

MPI_Fint to_fortran(Kind kind, MPIX_Handle handle) {
  switch (kind) {
  case Kind::communicator: return MPI_Comm_c2f(from_handle<MPI_Comm>(handle));
  case Kind::datatype: return MPI_Type_c2f(from_handle<MPI_Datatype>(handle));
  case Kind::window: return MPI_Win_c2f(from_handle<MPI_Win>(handle));
  case Kind::info: return MPI_Info_c2f(from_handle<MPI_Info>(handle));
  case Kind::request: return MPI_Request_c2f(from_handle<MPI_Request>(handle));
  case Kind::file: return MPI_File_c2f(from_handle<MPI_File>(handle));
  case Kind::errhandler: return MPI_Errhandler_c2f(from_handle<MPI_Errhandler>(handle));
  case Kind::group: return MPI_Group_c2f(from_handle<MPI_Group>(handle));
  case Kind::op: return MPI_Op_c2f(from_handle<MPI_Op>(handle));
  case Kind::message: return MPI_Message_c2f(from_handle<MPI_Message>(handle));
#if MPI_VERSION >= 4
  case Kind::session: return MPI_Session_c2f(from_handle<MPI_Session>(handle));
#else
  case Kind::session:
#endif
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
  case Kind::file: return to_handle(MPI_File_f2c(handle));
  case Kind::errhandler: return to_handle(MPI_Errhandler_f2c(handle));
  case Kind::group: return to_handle(MPI_Group_f2c(handle));
  case Kind::op: return to_handle(MPI_Op_f2c(handle));
  case Kind::message: return to_handle(MPI_Message_f2c(handle));
#if MPI_VERSION >= 4
  case Kind::session: return to_handle(MPI_Session_f2c(handle));
#else
  case Kind::session:
#endif
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
