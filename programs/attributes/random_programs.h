// Random programs of today's attributes, beyond the small ones: several kinds of object and languages, callbacks with
// calls, values that do not fit into 32 bits, pending operations, MPI_Finalize.
#pragma once

#include "programs/attributes/plan.h"

namespace moot::campaign {

// A function of the two numbers, on every machine.
Plan random_plan(std::uint64_t seed, std::uint64_t number);

} // namespace moot::campaign
