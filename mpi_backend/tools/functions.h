// The functions of this MPI library, and how the stack stands before them. The table is generated of the library's mpi.h.
#pragma once

#include "mpix_qmpi.h"

#include <array>
#include <atomic>

namespace moot::tools {

using Any = MPIX_QMPI_Any_function;

struct Function {
  const char* name; // "PMPI_Comm_rank"; MPI_Comm_rank is its end
  bool begins_mpi;  // it makes MPI ready: MPI_Init and its like
  Any first;        // the entry until the stack has begun
  Any enter;        // the entry that calls the outermost tool
  Any enter_placed; // the same, but a call inside an interception goes where the answer to calls-of-tools says
  Any step; // calls the tool at a place, and notes the place meanwhile: stands before each tool where that answer needs it
  Any base;                        // what is below all tools: calls PMPI_X
  Any base_placed;                 // the same where places are noted
  void (*set_entry)(Any entry);    // MPI_X jumps to it from now on
  void (*set_outermost)(Any tool); // MPI_X calls this tool at once from now on
  Any (*get_entry)();
  Any direct; // the entry that calls PMPI_X where PMPI_X itself can't be the entry: MPI_X has made a va_list. Else null
};
// (A function, as constructors of programs may call MPI before ours have run.)
const std::array<Function, MPIX_QMPI_FUNCTIONS>& functions();

// PMPI_X of the library itself; null if it has none.
extern std::array<std::atomic<Any>, MPIX_QMPI_FUNCTIONS> natives;

// Finds all of them. More than once is harmless.
void find_natives();
// Finds them, and ends the process if this one is not there.
void find_needed(MPIX_QMPI_Function function);

} // namespace moot::tools
