// The libraries that a user names.
#pragma once

#include "mpi_backend/runner.h"
#include "workbench/shared/usage_error.h"

namespace moot {

struct LibraryChoice {
  std::string on;        // as --on has it: "openmpi", "mpich", PATH/mpicc; "": all that are installed
  std::string executors; // the folder with the executors of those that are installed
  std::string own;       // the folder for executors of PATH/mpicc
};

// Those that were chosen, through the layer and native. The executors of PATH/mpicc are built if need be, and standard error
// tells how far that is. Throws UsageError where there is no such library.
std::vector<LibraryInfo> libraries_on(const LibraryChoice& choice);

// The one of these through "layer" or "native". `also`: what --on may name besides, for the message.
LibraryInfo library_on(const LibraryChoice& choice, std::string_view through, const std::string& also = "");

} // namespace moot
