/* Starts two more of itself, as children with a world of their own. */
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Comm parent, both;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  if (parent == MPI_COMM_NULL)
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_SELF, &both, MPI_ERRCODES_IGNORE);
  else
    MPI_Comm_get_parent(&both); /* the same once more */
  MPI_Comm_disconnect(&both);
  MPI_Finalize();
  return 0;
}
