// Threads at the end of a campaign's program.
#pragma once

#include "programs/attributes/plan.h"
#include "programs/dice.h"

namespace moot::campaign {

// The program of this plan, with two or three threads, if it does not end before.
Program with_threads(const Plan& plan, Program program, Dice& dice);

} // namespace moot::campaign
