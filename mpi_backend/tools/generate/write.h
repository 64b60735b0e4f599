// The texts that moot_stack_tools makes of the functions of an mpi.h.
#pragma once

#include "mpi_backend/recorder/generate/prototypes.h"

namespace moot::tools {

// What tools include: enumerators and types. `left_out`: functions that the mpi.h declares, but the library does not have.
std::string header(const std::vector<recorder::Function>& functions, const std::vector<std::string>& left_out);

// MPI_X for each function, and the table of functions.h.
std::string library(const std::vector<recorder::Function>& functions);

// A tool, pass, that intercepts every function and calls the next.
std::string pass_through(const std::vector<recorder::Function>& functions);

// "MPI_Comm_rank", each in a line: for the tests.
std::string names(const std::vector<recorder::Function>& functions);

} // namespace moot::tools
