/* What a stack of tools costs: nanoseconds of CPU time of MPI_Comm_rank through the stack that the environment asks for, of a plain PMPI_Comm_rank, and of
 * that through one and eight empty wrappers. They take turns; medians are printed as JSON. bench/tools_bench.py runs it.
 *     tools_bench BATCHES CALLS */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ways = 4, most_batches = 1001 };
typedef int Rank(MPI_Comm comm, int* rank);

/* The library's own function: by its name, a stack may stand before it. tools_bench_empty.c has the wrappers. */
extern Rank* native;
int empty_1(MPI_Comm comm, int* rank);
int empty_8(MPI_Comm comm, int* rank);

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}
/* (volatile: no compiler sees what is called.) */
static double batch(Rank* volatile way, int calls) {
  int rank;
  const double begin = now();
  for (int i = 0; i < calls; ++i) way(MPI_COMM_WORLD, &rank);
  return (now() - begin) / calls;
}
static int compare(const void* a, const void* b) {
  const double difference = *(const double*)a - *(const double*)b;
  return (difference > 0) - (difference < 0);
}

int main(int argc, char** argv) {
  static double times[ways][most_batches];
  const char* const names[ways] = {"plain", "wrapper", "eight", "stack"};
  const int batches = argc > 1 ? atoi(argv[1]) : 101;
  const int calls = argc > 2 ? atoi(argv[2]) : 20000;
  MPI_Init(&argc, &argv);
  void* const library = dlopen(BENCH_LIBRARY, RTLD_LAZY | RTLD_NOLOAD);
  native = (Rank*)dlsym(library, "PMPI_Comm_rank");
  for (int i = 0; i < batches && i < most_batches; ++i) {
    times[0][i] = batch(native, calls);
    times[1][i] = batch(&empty_1, calls);
    times[2][i] = batch(&empty_8, calls);
    times[3][i] = batch(&MPI_Comm_rank, calls);
  }
  for (int way = 0; way < ways; ++way) {
    qsort(times[way], (size_t)batches, sizeof(double), &compare);
    printf("%s\"%s\": %.3f", way == 0 ? "{" : ", ", names[way], times[way][batches / 2]);
  }
  printf("}\n");
  MPI_Finalize();
  return 0;
}
