/* Asks for its rank twice. */
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank); /* which no tool sees */
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Pcontrol(7, "more");
  MPI_Finalize();
  return 0;
}
