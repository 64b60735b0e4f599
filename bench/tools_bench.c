/* What stands before MPI costs: nanoseconds of CPU time of MPI_Comm_rank through the stack that the environment asks for, of the MPI library's own
 * function, and of that through empty wrappers, each in a library of its own, of which the first stands next to MPI. They take turns; medians are
 * printed as JSON. bench/tools_bench.py runs it.
 *     tools_bench BATCHES CALLS [WRAPPER_LIBRARY...] */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { most_ways = 32, most_batches = 1001 };
typedef int Rank(MPI_Comm comm, int* rank);

static struct {
  char name[32];
  Rank* call;
  double times[most_batches];
} ways[most_ways];
static int count = 0;

static void add_way(const char* name, int number, Rank* call) {
  snprintf(ways[count].name, sizeof ways[count].name, "%s%.0d", name, number);
  if (call == NULL) exit(3);
  ways[count++].call = call;
}

/* wrapper_3 calls wrapper_2 by its name, pointer_3 calls pointer_2 by a pointer: see tools_bench_empty.c. */
static void add_wrappers(int number, const char* file) {
  char name[32];
  void* const library = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  snprintf(name, sizeof name, "wrapper_%d", number);
  add_way("wrapper", number, (Rank*)dlsym(library, name));
  snprintf(name, sizeof name, "pointer_%d", number);
  add_way("pointer", number, (Rank*)dlsym(library, name));
}

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
  const int batches = argc > 1 ? atoi(argv[1]) : 101;
  const int calls = argc > 2 ? atoi(argv[2]) : 20000;
  MPI_Init(NULL, NULL);
  /* (By its name, a stack may stand before it.) */
  add_way("plain", 0, (Rank*)dlsym(dlopen(BENCH_LIBRARY, RTLD_LAZY | RTLD_NOLOAD), "PMPI_Comm_rank"));
  add_way("stack", 0, &MPI_Comm_rank);
  for (int i = 3; i < argc; ++i) add_wrappers(i - 2, argv[i]);
  for (int i = 0; i < batches && i < most_batches; ++i)
    for (int way = 0; way < count; ++way) ways[way].times[i] = batch(ways[way].call, calls);
  for (int way = 0; way < count; ++way) {
    qsort(ways[way].times, (size_t)batches, sizeof(double), &compare);
    printf("%s\"%s\": %.3f", way == 0 ? "{" : ", ", ways[way].name, ways[way].times[batches / 2]);
  }
  printf("}\n");
  MPI_Finalize();
  return 0;
}
