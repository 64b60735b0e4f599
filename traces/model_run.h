// One run of a program on the model, as a trace: every choice that the law leaves free is drawn from the seed.
#pragma once

#include "model/machine.h"
#include "traces/trace.h"

namespace moot {

// Ends `finished`; `hung` where nothing can happen any more, `endless` after `longest` moves; where the program breaks a clause,
// the trace is cut off at that call (no ending).
Trace run_on_model(const Machine& machine, std::uint64_t seed, const std::string& name, std::size_t longest = 4'000);

} // namespace moot
