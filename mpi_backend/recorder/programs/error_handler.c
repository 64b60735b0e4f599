/* What an error handler gets besides what the standard says: Open MPI gives it a text. */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>

static void handle(MPI_Comm* comm, int* error, ...) {
  int class;
  MPI_Error_class(*error, &class);
  printf("%d", class == MPI_ERR_KEYVAL);
#ifdef OPEN_MPI
  va_list more;
  va_start(more, error);
  printf(" %s", va_arg(more, const char*));
  va_end(more);
#endif
  printf("\n");
}

int main(int argc, char** argv) {
  MPI_Comm comm;
  MPI_Errhandler handler;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Comm_set_attr(comm, MPI_KEYVAL_INVALID, NULL);
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
