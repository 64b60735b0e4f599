// What no event of a run tells: whether what the program saw in the end, or that it died, is allowed.
#pragma once

#include "workbench/settle/settle.h"

namespace moot {

// Once the events are judged, and the case is explored under each reading: judges how each run ended. A finished one whose
// outcome is none of a reading's is forbidden under it; one that died is not, where the program may die of itself.
// Where an exploration was cut off, what is not among its outcomes is not judged. `limits`: for one exploration more.
void judge_outcomes(Settled& settled, const ExploreLimits& limits = {});

// Under a reading, the run's events are allowed, but whether its outcome is, is not known: the exploration was cut off.
bool is_undecided(const Settled& settled, const Shown& shown, std::size_t reading);
// Of all that the library showed, nothing is worse than that.
bool is_undecided(const Settled& settled, const Trials& trials, std::size_t reading);
inline constexpr std::string_view undecided_text = "undecided";

} // namespace moot
