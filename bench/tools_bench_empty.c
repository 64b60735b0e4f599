/* The empty wrapper NUMBER of MPI_Comm_rank, a library of its own, as people write them. wrapper_1 calls PMPI_Comm_rank, and each other one the wrapper
 * with the number BELOW by its name, through the linker's table. pointer_1 and its like look the same function up once, as wrappers do that call
 * what dlsym(RTLD_NEXT, ...) finds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>

#define JOIN(a, b) a##b
#define NUMBERED(name, number) JOIN(name, number)
#define TEXT(name) #name
#define NAME(name) TEXT(name)

#if NUMBER == 1
#define WRAPPER_BELOW PMPI_Comm_rank
#define POINTER_BELOW PMPI_Comm_rank
#else
#define WRAPPER_BELOW NUMBERED(wrapper_, BELOW)
#define POINTER_BELOW NUMBERED(pointer_, BELOW)
int WRAPPER_BELOW(MPI_Comm comm, int* rank);
#endif
int NUMBERED(wrapper_, NUMBER)(MPI_Comm comm, int* rank);
int NUMBERED(pointer_, NUMBER)(MPI_Comm comm, int* rank);

int NUMBERED(wrapper_, NUMBER)(MPI_Comm comm, int* rank) { return WRAPPER_BELOW(comm, rank); }

static int (*below)(MPI_Comm comm, int* rank);
__attribute__((constructor)) static void find(void) {
  below = (int (*)(MPI_Comm, int*))dlsym(RTLD_DEFAULT, NAME(POINTER_BELOW));
}
int NUMBERED(pointer_, NUMBER)(MPI_Comm comm, int* rank) { return below(comm, rank); }
