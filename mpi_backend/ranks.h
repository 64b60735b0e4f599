// Runs a case in several processes at once.
#pragma once

#include "mpi_backend/runner.h"

namespace moot {

// One run of a case under the library's mpiexec: every process runs the whole case, and each rank gives a trace. Starting them takes
// about a second. Endings are as Runner::run gives them; a rank whose trace breaks off has the ending of mpiexec. Throws RunError where
// the executor refuses the job.
std::vector<Trace> run_on_ranks(const LibraryInfo& library, const Job& job, int ranks, const RunnerLimits& limits = {});

} // namespace moot
