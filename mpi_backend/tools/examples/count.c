/* A tool that counts calls, and says how many there were when the program ends MPI. Each place in the stack counts for itself. */
#include "mpix_qmpi.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  long sends, ranks;
} Counts;

static Counts* counts(MPIX_QMPI_Context context, int tool_id) {
  void* storage = NULL;
  MPIX_QMPI_Context_get_storage(context, tool_id, &storage);
  return storage;
}

#define NEXT(Name, NAME, ...)                                                                                          \
  MPIX_QMPI_Any_function next;                                                                                         \
  MPIX_QMPI_Context below;                                                                                             \
  int next_id;                                                                                                         \
  MPIX_QMPI_Get_function(tool_id, MPIX_QMPI_##NAME, &next, &below, &next_id);                                          \
  return ((MPIX_QMPI_##Name##_t*)next)(below, next_id, ##__VA_ARGS__)

static int count_send(MPIX_QMPI_Context context, int tool_id, const void* buf, int count, MPI_Datatype datatype,
                      int dest, int tag, MPI_Comm comm) {
  __atomic_add_fetch(&counts(context, tool_id)->sends, 1, __ATOMIC_RELAXED);
  NEXT(Send, SEND, buf, count, datatype, dest, tag, comm);
}
static int count_rank(MPIX_QMPI_Context context, int tool_id, MPI_Comm comm, int* rank) {
  __atomic_add_fetch(&counts(context, tool_id)->ranks, 1, __ATOMIC_RELAXED);
  NEXT(Comm_rank, COMM_RANK, comm, rank);
}
static int count_finalize(MPIX_QMPI_Context context, int tool_id) {
  const Counts* it = counts(context, tool_id);
  fprintf(stderr, "count %d: MPI_Send %ld, MPI_Comm_rank %ld\n", tool_id, it->sends, it->ranks);
  NEXT(Finalize, FINALIZE);
}

static void init(int tool_id) {
  MPIX_QMPI_Register_tool_storage(tool_id, calloc(1, sizeof(Counts)));
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_SEND, (MPIX_QMPI_Any_function)count_send);
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_COMM_RANK, (MPIX_QMPI_Any_function)count_rank);
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_FINALIZE, (MPIX_QMPI_Any_function)count_finalize);
}

__attribute__((constructor)) static void begin(void) { MPIX_QMPI_Register_tool_name("count", init); }
