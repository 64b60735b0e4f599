// Reduction operations, files and sessions.
#include "mpi_backend/layer/wrap.h"

namespace moot::layer {
extern "C" {

MOOT_API int MPI_Op_create(MPI_User_function* function, int commute, MPI_Op* op) {
  return wrap_make(Kind::op, op, [=] { return PMPI_Op_create(function, commute, op); });
}

MOOT_API int MPI_Op_free(MPI_Op* op) { return awake() ? wrap_free<Kind::op>(op) : PMPI_Op_free(op); }

MOOT_API int MPI_File_open(MPI_Comm comm, const char* name, int mode, MPI_Info info, MPI_File* file) {
  return wrap_on_communicator(comm, Kind::file, file, [=] { return PMPI_File_open(comm, name, mode, info, file); });
}

MOOT_API int MPI_File_close(MPI_File* file) {
  return awake() ? wrap_free<Kind::file>(file, Ending::other) : PMPI_File_close(file);
}

#if MPI_VERSION >= 4
MOOT_API int MPI_Op_create_c(MPI_User_function_c* function, int commute, MPI_Op* op) {
  return wrap_make(Kind::op, op, [=] { return PMPI_Op_create_c(function, commute, op); });
}

MOOT_API int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
  return wrap_make(Kind::session, session, [=] { return PMPI_Session_init(info, errhandler, session); });
}

MOOT_API int MPI_Session_finalize(MPI_Session* session) {
  return awake() ? wrap_free<Kind::session>(session, Ending::other) : PMPI_Session_finalize(session);
}
#endif

} // extern "C"
} // namespace moot::layer
