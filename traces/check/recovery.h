// After a forbidden event: the state as if MPI had been right to do that.
#pragma once

#include "model/law/machine.h" // Mpi
#include "traces/check/matching.h"

namespace moot {

// Takes a callback or a return as it came. The state is one that the trace had reached.
void force(State& state, std::uint32_t thread, const Event& event, const Mpi& mpi, const Generations& known);

} // namespace moot
