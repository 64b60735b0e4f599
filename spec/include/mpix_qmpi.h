/* Stacks of tools: the functions that the tools group of the MPI Forum proposed as QMPI (API of October 2020). The names begin with MPIX_QMPI_,
 * since MPICH's mpi.h declares names that begin with QMPI_. C99 and C++. docs/tool-stacks.md shows a whole tool.
 *
 * A tool registers its name in a constructor. The environment says which tools stand in the stack: MOOT_QMPI_TOOLS=count,trace=/path/libtrace.so.
 * At the first call of MPI, each place of the stack gets a tool_id and the tool's init function is called with it. There, the tool registers the
 * functions that it intercepts, and its storage. An interception gets the context and the tool_id before the arguments of MPI; it calls the next
 * function itself, with the context and the tool_id that MPIX_QMPI_Get_function gave.
 *
 * The letter weighs alternatives. Each is a macro, to be defined before this file is read; docs/tool-stacks.md compares them.
 *   MPIX_QMPI_HANDED             the tool is handed pointers to all that is declared here, and finds nothing by its name
 *   MPIX_QMPI_TABLE_IN_CONTEXT   the context leads to the table of functions; MPIX_QMPI_Get_function is a macro
 *   MPIX_QMPI_ID_IN_CONTEXT      the tool_id is in the context, and no argument
 *   MPIX_QMPI_CONTEXT_ALLOCATED  MPI allocates the next context
 * All but the first need a library that is built with the same ones: it refuses other tools. */
#ifndef MPIX_QMPI_H_INCLUDED
#define MPIX_QMPI_H_INCLUDED

#include <mpi.h>
#include <stdarg.h>

#include "mpix_qmpi_context.h" /* MPIX_QMPI_Context */

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
/* Not the letter's: the same for a tool that was built for this MPIX_QMPI_VARIANT. */
int MPIX_QMPI_Register_tool(int variant, const char* tool_name, void (*init_function_ptr)(int tool_id));

/* From the init functions on, by one thread at a time. */
int MPIX_QMPI_Register_tool_storage(int tool_id, void* tool_storage);
/* Inside init functions only; afterwards the stack does not change any more. */
int MPIX_QMPI_Register_function(int tool_id, enum MPIX_QMPI_Function function_enum,
                                MPIX_QMPI_Any_function function_ptr);

/* When the init functions are done, from any thread. MPI_ERR_ARG if there is no such tool or function, or nothing below. */
#ifndef MPIX_QMPI_ID_IN_CONTEXT
int MPIX_QMPI_Context_get_storage(MPIX_QMPI_Context context, int tool_id, void** storage);
int MPIX_QMPI_Get_function(int tool_id, enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr,
                           MPIX_QMPI_Context* next_tool_context, int* next_tool_id);
#else
int MPIX_QMPI_Context_get_storage(MPIX_QMPI_Context context, void** storage);
static inline int MPIX_QMPI_Context_get_tool_id(MPIX_QMPI_Context context, int* tool_id) {
  *tool_id = context.tool_id;
  return MPI_SUCCESS;
}
int MPIX_QMPI_Get_function(int tool_id, enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr,
                           MPIX_QMPI_Context* next_tool_context);
#endif

/* Not the letter's: the function that MPI_X goes to now. It is PMPI_X itself if the stack has begun and no tool registered X. */
int MPIX_QMPI_Get_entry(enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr);

#ifdef __cplusplus
}
#endif

/* MPIX_QMPI_Get_function_inline: not the letter's. The same as MPIX_QMPI_Get_function, for a tool_id and a function that are there; the compiler
 * makes a few loads of it.
 * MPIX_QMPI_TOOL("name", init): not the letter's. Registers a tool, where it finds functions by name and where it is handed them. */
#include "mpix_qmpi_next.h"

#endif
