#include "mpi_backend/executor/fortran_handles.h"

#include "mpi_backend/executor/objects.h"

namespace moot::executor {

MPI_Fint to_fortran(Kind kind, MPIX_Handle handle) {
  switch (kind) {
  case Kind::datatype: return MPI_Type_c2f(MPIX_Handle_datatype(handle));
  case Kind::window: return MPI_Win_c2f(MPIX_Handle_win(handle));
  case Kind::info: return MPI_Info_c2f(MPIX_Handle_info(handle));
  case Kind::request: return MPI_Request_c2f(MPIX_Handle_request(handle));
  case Kind::file: return MPI_File_c2f(MPIX_Handle_file(handle));
  case Kind::errhandler: return MPI_Errhandler_c2f(MPIX_Handle_errhandler(handle));
  case Kind::group: return MPI_Group_c2f(MPIX_Handle_group(handle));
  case Kind::op: return MPI_Op_c2f(MPIX_Handle_op(handle));
  case Kind::message: return MPI_Message_c2f(MPIX_Handle_message(handle));
  case Kind::key: return static_cast<MPI_Fint>(handle);
  default: return MPI_Comm_c2f(MPIX_Handle_comm(handle));
  }
}

MPIX_Handle from_fortran(Kind kind, MPI_Fint handle) {
  switch (kind) {
  case Kind::datatype: return MPIX_HANDLE(MPI_Type_f2c(handle));
  case Kind::window: return MPIX_HANDLE(MPI_Win_f2c(handle));
  case Kind::info: return MPIX_HANDLE(MPI_Info_f2c(handle));
  case Kind::request: return MPIX_HANDLE(MPI_Request_f2c(handle));
  case Kind::file: return MPIX_HANDLE(MPI_File_f2c(handle));
  case Kind::errhandler: return MPIX_HANDLE(MPI_Errhandler_f2c(handle));
  case Kind::group: return MPIX_HANDLE(MPI_Group_f2c(handle));
  case Kind::op: return MPIX_HANDLE(MPI_Op_f2c(handle));
  case Kind::message: return MPIX_HANDLE(MPI_Message_f2c(handle));
  case Kind::key: return handle;
  default: return MPIX_HANDLE(MPI_Comm_f2c(handle));
  }
}

MPI_Fint null_in_fortran(Kind kind) { return to_fortran(kind, native_null(kind)); }

} // namespace moot::executor
