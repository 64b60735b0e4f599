/* Eight empty PMPI wrappers, each below the other, as a shared library: each calls the next through the linker's table, as a wrapper of MPI_X calls
 * PMPI_X. */
#include <mpi.h>

typedef int Rank(MPI_Comm comm, int* rank);
Rank* native;

#define WRAPPER(Name, below)                                                                                           \
  int Name(MPI_Comm comm, int* rank);                                                                                  \
  int Name(MPI_Comm comm, int* rank) { return below(comm, rank); }

WRAPPER(empty_1, native)
WRAPPER(empty_2, empty_1)
WRAPPER(empty_3, empty_2)
WRAPPER(empty_4, empty_3)
WRAPPER(empty_5, empty_4)
WRAPPER(empty_6, empty_5)
WRAPPER(empty_7, empty_6)
WRAPPER(empty_8, empty_7)
