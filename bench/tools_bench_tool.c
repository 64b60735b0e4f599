/* A tool that passes MPI_Comm_rank on, under the name NAME: a stack of different tools jumps from one place to one other, and processors like that more
 * than one tool that is there many times. GET: MPIX_QMPI_Get_function, or _inline. */
#include "mpi_backend/tools/variants/portable.h"

static int pass(MPIX_QMPI_PLACE, MPI_Comm comm, int* rank) {
  MOOT_NEXT(GET, MPIX_QMPI_COMM_RANK);
  return ((MPIX_QMPI_Comm_rank_t*)next)(MOOT_BELOW, comm, rank);
}
static void init(int tool_id) {
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_COMM_RANK, (MPIX_QMPI_Any_function)pass);
}
MPIX_QMPI_TOOL(NAME, init)
