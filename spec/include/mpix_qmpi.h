/* Stacks of tools: the functions that the tools group of the MPI Forum proposed as QMPI (API of October 2020). The names begin with MPIX_QMPI_,
 * since MPICH's mpi.h declares names that begin with QMPI_. C99 and C++. docs/tool-stacks.md shows a whole tool.
 *
 * A tool registers its name in a constructor. The environment says which tools stand in the stack: MOOT_QMPI_TOOLS=count,trace=/path/libtrace.so.
 * At the first call of MPI, each place of the stack gets a tool_id and the tool's init function is called with it. There, the tool registers the
 * functions that it intercepts, and its storage. An interception gets the context and the tool_id before the arguments of MPI; it calls the next
 * function itself, with the context and the tool_id that MPIX_QMPI_Get_function gave. */
#ifndef MPIX_QMPI_H_INCLUDED
#define MPIX_QMPI_H_INCLUDED

#include <mpi.h>
#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque: the storages of all tools. It is the same for each tool on the way down, so it may be kept. */
typedef struct {
  void* const* storages;
} MPIX_QMPI_Context;

#ifdef __cplusplus
}
#endif

/* For each function of this mpi.h: MPI_Comm_rank has the enumerator MPIX_QMPI_COMM_RANK of enum MPIX_QMPI_Function, and its interceptions have the
 * type MPIX_QMPI_Comm_rank_t. (MPIX_Comm_agree: MPIX_QMPI_X_COMM_AGREE, MPIX_QMPI_X_Comm_agree_t.) Generated for each MPI library. */
#include "mpix_qmpi_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Any function; cast it to what it is. */
typedef void (*MPIX_QMPI_Any_function)(void);

/* Before the first call of MPI, from any thread. The name is copied. The init function runs once for each place in the stack. */
int MPIX_QMPI_Register_tool_name(const char* tool_name, void (*init_function_ptr)(int tool_id));

/* Inside init functions only; afterwards the stack does not change any more. */
int MPIX_QMPI_Register_tool_storage(int tool_id, void* tool_storage);
int MPIX_QMPI_Register_function(int tool_id, enum MPIX_QMPI_Function function_enum,
                                MPIX_QMPI_Any_function function_ptr);

/* At any time, from any thread. MPI_ERR_ARG if there is no such tool or function, or nothing below. */
int MPIX_QMPI_Context_get_storage(MPIX_QMPI_Context context, int tool_id, void** storage);
int MPIX_QMPI_Get_function(int tool_id, enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr,
                           MPIX_QMPI_Context* next_tool_context, int* next_tool_id);

/* Not the letter's: the function that MPI_X jumps to now. It is PMPI_X itself if the stack has begun and no tool registered X. */
int MPIX_QMPI_Get_entry(enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr);

/* Not the letter's: the same as MPIX_QMPI_Get_function, for a tool_id and a function that are there. The compiler makes a few loads of it. */
struct MPIX_QMPI_Place {
  MPIX_QMPI_Any_function function;
  int tool_id;
};
enum { MPIX_QMPI_MOST_TOOLS = 31 }; /* in one stack */
struct MPIX_QMPI_Stack {
  MPIX_QMPI_Context context;
  int tools; /* places in the list: their numbers, from 1 to this, are the tool_ids */
  struct MPIX_QMPI_Place below[MPIX_QMPI_FUNCTIONS][MPIX_QMPI_MOST_TOOLS + 1]; /* [function][tool_id]: the next place */
};
extern struct MPIX_QMPI_Stack MPIX_QMPI_stack; /* read it only */

static inline int MPIX_QMPI_Get_function_inline(int tool_id, enum MPIX_QMPI_Function function_enum,
                                                MPIX_QMPI_Any_function* function_ptr,
                                                MPIX_QMPI_Context* next_tool_context, int* next_tool_id) {
  const struct MPIX_QMPI_Place* const place = &MPIX_QMPI_stack.below[function_enum][tool_id];
  *function_ptr = place->function;
  *next_tool_context = MPIX_QMPI_stack.context;
  *next_tool_id = place->tool_id;
  return MPI_SUCCESS;
}

#ifdef __cplusplus
}
#endif
#endif
