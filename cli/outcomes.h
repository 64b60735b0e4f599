// What no event of a run tells: whether what the program saw in the end, or that it died, is allowed.
#pragma once

#include "cli/settle.h"

namespace moot {

// Once the events are judged, and the case is explored under each reading: judges how each run ended. A finished one whose
// outcome is none of a reading's is forbidden under it; one that died is not, where the program may die of itself.
void judge_outcomes(Settled& settled);

} // namespace moot
