// An error handler of the program's leaves the call by an exception.
#include <mpi.h>

namespace {

void handle(MPI_Comm*, int* error, ...) { throw *error; }

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  bool was_thrown = false;
  try {
    MPI_Comm_set_attr(comm, MPI_TAG_UB, nullptr);
  } catch (int) {
    was_thrown = true;
  }
  MPI_Comm twin = MPI_COMM_NULL;
  MPI_Comm_dup(comm, &twin);
  MPI_Comm_free(&twin);
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return was_thrown ? 0 : 3;
}
