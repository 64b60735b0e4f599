// Programs with threads, made of others.
#pragma once

#include "model/vocabulary/program.h"
#include "programs/dice.h"

namespace moot::properties {

// The end of main, cut into two or three threads: what was done in order is done at the same time. What follows them: MPI_Finalize, if the
// program calls it.
Program threaded(Program program, Dice& dice);

} // namespace moot::properties
