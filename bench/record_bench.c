/* What recording costs: nanoseconds of CPU time of a call through the recorder, which must be loaded (LD_PRELOAD), and through a wrapper that
 * does nothing. The two take turns; medians are printed as JSON.
 *     record_bench BATCHES CALLS [ROUNDS]: for a long trace, ROUNDS of 26 events more, as a library makes them that caches things on communicators */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define EMPTY __attribute__((noinline))
EMPTY static int empty_get_attr(MPI_Comm comm, int keyval, void* value, int* flag) {
  return PMPI_Comm_get_attr(comm, keyval, value, flag);
}
EMPTY static int empty_type_get_attr(MPI_Datatype type, int keyval, void* value, int* flag) {
  return PMPI_Type_get_attr(type, keyval, value, flag);
}
EMPTY static int empty_rank(MPI_Comm comm, int* rank) { return PMPI_Comm_rank(comm, rank); }
EMPTY static int empty_start(MPI_Request* request, int* flag) { return PMPI_Test(request, flag, MPI_STATUS_IGNORE); }

static int keyval, type_keyval, flag, rank;
static void* value;
static MPI_Comm comm;
static MPI_Request null_request;

static int recorded_get_attr(void) { return MPI_Comm_get_attr(comm, keyval, &value, &flag); }
static int passed_get_attr(void) { return empty_get_attr(comm, keyval, &value, &flag); }
static int recorded_type_get_attr(void) { return MPI_Type_get_attr(MPI_INT, type_keyval, &value, &flag); }
static int passed_type_get_attr(void) { return empty_type_get_attr(MPI_INT, type_keyval, &value, &flag); }
static int recorded_rank(void) { return MPI_Comm_rank(comm, &rank); }
static int passed_rank(void) { return empty_rank(comm, &rank); }
static int recorded_test(void) { return MPI_Test(&null_request, &flag, MPI_STATUS_IGNORE); }
static int passed_test(void) { return empty_start(&null_request, &flag); }

static int copy(MPI_Comm old, int key, void* extra_state, void* in, void* out, int* has_copy) {
  (void)old, (void)key, (void)extra_state;
  *(void**)out = in;
  *has_copy = 1;
  return MPI_SUCCESS;
}
static int delete (MPI_Comm old, int key, void* in, void* extra_state) {
  (void)old, (void)key, (void)in, (void)extra_state;
  return MPI_SUCCESS;
}
static void round_of_a_library(int cached) {
  MPI_Comm duplicate;
  MPI_Comm_dup(comm, &duplicate);
  MPI_Comm_set_attr(duplicate, cached, &rank);
  for (int i = 0; i < 6; ++i) MPI_Comm_get_attr(duplicate, cached, &value, &flag);
  MPI_Comm_delete_attr(duplicate, cached);
  MPI_Comm_free(&duplicate);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double nanoseconds(int (*call)(void), long calls) {
  const double begin = now();
  for (long i = 0; i < calls; ++i) call();
  return (now() - begin) / (double)calls;
}

static int by_size(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}
static double median(double* all, long count) {
  qsort(all, (size_t)count, sizeof *all, by_size);
  return all[count / 2];
}

static void compare(const char* name, int (*recorded)(void), int (*passed)(void), long batches, long calls,
                    const char* end) {
  double* with = malloc((size_t)batches * sizeof *with);
  double* without = malloc((size_t)batches * sizeof *without);
  double* more = malloc((size_t)batches * sizeof *more);
  for (long i = 0; i < batches; ++i) {
    without[i] = nanoseconds(passed, calls);
    with[i] = nanoseconds(recorded, calls);
    more[i] = with[i] - without[i];
  }
  printf("\"%s\": {\"empty\": %.2f, \"recorder\": %.2f, \"more\": %.2f}%s\n", name, median(without, batches),
         median(with, batches), median(more, batches), end);
  free(with), free(without), free(more);
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const long batches = atol(argv[1]), calls = atol(argv[2]), rounds = argc > 3 ? atol(argv[3]) : 0;
  MPI_Init(NULL, NULL);
  null_request = MPI_REQUEST_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &type_keyval, NULL);
  MPI_Comm_set_attr(comm, keyval, &keyval);
  MPI_Type_set_attr(MPI_INT, type_keyval, &keyval);
  printf("{");
  compare("MPI_Comm_get_attr", recorded_get_attr, passed_get_attr, batches, calls, ",");
  compare("MPI_Type_get_attr", recorded_type_get_attr, passed_type_get_attr, batches, calls, ",");
  compare("MPI_Comm_rank", recorded_rank, passed_rank, batches, calls, ",");
  compare("MPI_Test of a null request", recorded_test, passed_test, batches, calls, "}");
  int cached;
  MPI_Comm_create_keyval(copy, delete, &cached, NULL);
  MPI_Comm_set_attr(comm, cached, &comm);
  for (long i = 0; i < rounds; ++i) round_of_a_library(cached);
  MPI_Comm_free_keyval(&cached);
  MPI_Comm_free_keyval(&keyval);
  MPI_Type_delete_attr(MPI_INT, type_keyval);
  MPI_Type_free_keyval(&type_keyval);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
