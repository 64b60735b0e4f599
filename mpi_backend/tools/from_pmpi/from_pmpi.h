// What a tool is made of besides a library of PMPI wrappers (which defines MPI_X and calls PMPI_X). The library's object files are linked with generated
// code: PMPI_X, which calls what is next below the tool, and the tool's init function, which registers the library's MPI_X. Neither is exported.
//
// The library has one state, so the tool has one place in a stack.
#pragma once

#include "mpix_qmpi.h"

namespace moot::tools {

using Any = MPIX_QMPI_Any_function;

// ---- of each such tool

// Where its PMPI_X goes: to the next place below the tool; if the tool is in no stack, to MPI_X of the process (`context_is_wanted` is false).
struct Below {
  Any function;
  MPIX_QMPI_Context context;
  int tool_id;
  bool context_is_wanted;
};
Below below(MPIX_QMPI_Function function);

// PMPI_X of this tool, for "MPI_X"; null: no function of mpi.h has this name. (Generated.)
Any pmpi_function(const char* name);

// ---- what a tool may define

// It has its place now. It may refuse what its environment says.
[[gnu::weak]] void tool_begins();

// ---- messages: "moot tools: rank 0: ..."; ends the process with exit code 2

[[noreturn, gnu::format(printf, 1, 2)]] void refuse(const char* format, ...);

} // namespace moot::tools
