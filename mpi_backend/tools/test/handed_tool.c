/* A tool that is handed its functions, for the tests of loading: on MPI_Initialized it says what it sees. With ASKS_PMPI, it calls PMPI_Initialized,
 * too. */
#define MPIX_QMPI_HANDED
#include "mpix_qmpi.h"

#include <stdio.h>
#include <stdlib.h>

static int version(int tool_id) {
  MPIX_QMPI_Any_function next = NULL;
  MPIX_QMPI_Context below;
  int next_id = 0;
  int version = 0;
  int subversion = 0;
  MPIX_QMPI_Get_function(tool_id, MPIX_QMPI_GET_VERSION, &next, &below, &next_id);
  ((MPIX_QMPI_Get_version_t*)next)(below, next_id, &version, &subversion);
  return version;
}

static int initialized(MPIX_QMPI_Context context, int tool_id, int* flag) {
  MPIX_QMPI_Any_function next = NULL;
  MPIX_QMPI_Context below;
  int next_id = 0;
  void* calls = NULL;
  MPIX_QMPI_Context_get_storage(context, tool_id, &calls);
  ++*(int*)calls;
  MPIX_QMPI_Get_function_inline(tool_id, MPIX_QMPI_INITIALIZED, &next, &below, &next_id);
  const int code = ((MPIX_QMPI_Initialized_t*)next)(below, next_id, flag);
#ifdef ASKS_PMPI
  int own = -1;
  PMPI_Initialized(&own);
  fprintf(stderr, "handed %d: MPI says %d, PMPI_Initialized says %d\n", tool_id, *flag, own);
#else
  fprintf(stderr, "handed %d: call %d, MPI %d says %d\n", tool_id, *(int*)calls, version(tool_id), *flag);
#endif
  return code;
}

static void init(int tool_id) {
  MPIX_QMPI_Register_tool_storage(tool_id, calloc(1, sizeof(int)));
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_INITIALIZED, (MPIX_QMPI_Any_function)initialized);
}
MPIX_QMPI_TOOL("handed", init)
