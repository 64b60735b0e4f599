// One run of a program on the model, as a trace: every choice that the law leaves free is drawn from the seed.
#pragma once

#include "model/law/machine.h"
#include "traces/format/trace.h"

#include <atomic>

namespace moot {

inline constexpr std::size_t longest_run_on_model = 4'000; // moves

// Ends `finished`; `hung` where nothing can happen any more, `endless` after `longest` moves; where the program breaks a clause,
// the trace is cut off at that call (no ending). So it is once `stop` is set.
Trace run_on_model(const Machine& machine, std::uint64_t seed, const std::string& name,
                   std::size_t longest = longest_run_on_model, const std::atomic<bool>* stop = nullptr);

} // namespace moot
