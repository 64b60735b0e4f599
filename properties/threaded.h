// Random programs with threads.
#pragma once

#include "model/vocabulary/program.h"
#include "programs/dice.h"

namespace moot::properties {

// The end of main, cut into two or three threads: what was done in order is done at the same time. What follows them: MPI_Finalize, if the
// program calls it.
Program threaded(Program program, Dice& dice);

// Two threads of a few calls about operations: on two communicators, with requests that main has made, values on these and on what they
// keep. Each may match, complete or cancel what the other waits for, or free what it keeps.
Program messages_in_threads(Dice& dice);

// Two threads of a few calls about the same few values, and what these are on and under.
Program values_in_threads(Dice& dice);

} // namespace moot::properties
