// The libraries that --on names.
#pragma once

#include "mpi_backend/runner.h"
#include "workbench/shared/verdicts.h"

namespace moot {

// Those that `--on` names, through the layer and native: one that is installed, or the one at PATH/mpicc, whose executors are built if
// need be. Without --on: all that are installed. Throws UsageError if --on names none.
std::vector<LibraryInfo> libraries_on(const Options& options);

// The one of these through "layer" or "native". `also`: what --on may name besides, for the message.
LibraryInfo library_on(const Options& options, std::string_view through, const std::string& also = "");

} // namespace moot
