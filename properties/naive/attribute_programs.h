// Random programs of today's attributes, those of campaigns, that try and tell more.
#pragma once

#include "model/vocabulary/program.h"
#include "programs/dice.h"

namespace moot::properties::naive {

// With a few more calls, in main and in callbacks, most of which break no rule under some answers.
void spice(Program& program, Dice& dice);

// Each call tells its error, each callback that it was called, and with what; all variables count (as many as a case can have).
void tell(Program& program);

} // namespace moot::properties::naive
