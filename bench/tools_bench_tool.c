/* A tool that passes MPI_Comm_rank on, under the name NAME: a stack of different tools jumps from one place to one other, and processors like that more
 * than one tool that is there many times. */
#include <mpix_qmpi.h>

static int pass(MPIX_QMPI_Context context, int tool_id, MPI_Comm comm, int* rank) {
  MPIX_QMPI_Any_function next;
  MPIX_QMPI_Context below;
  int next_id;
  (void)context;
  MPIX_QMPI_Get_function_inline(tool_id, MPIX_QMPI_COMM_RANK, &next, &below, &next_id);
  return ((MPIX_QMPI_Comm_rank_t*)next)(below, next_id, comm, rank);
}
static void init(int tool_id) {
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_COMM_RANK, (MPIX_QMPI_Any_function)pass);
}
__attribute__((constructor)) static void begin(void) { MPIX_QMPI_Register_tool_name(NAME, init); }
