/* A library of PMPI wrappers, for tests: it counts ranks that were asked for. */
#include <mpi.h>
#include <stdio.h>

static int ranks, levels;

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  ++ranks;
  return PMPI_Comm_rank(comm, rank);
}

int MPI_Pcontrol(const int level, ...) {
  levels += level;
  return PMPI_Pcontrol(level);
}

int MPI_Finalize(void) {
  int size, rank;
  MPI_Comm_size(MPI_COMM_WORLD,
                &size); /* which it does not wrap: it enters the stack at the top, as a call of any tool */
  MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* its own: the linker has bound it */
  fprintf(stderr, "wrappers: size %d, ranks %d, levels %d\n", size, ranks, levels);
  return PMPI_Finalize();
}
