// The states in which a trace may be.
#pragma once

#include "model/machine.h"

#include <vector>

namespace moot {

// Could MPI do something that no event shows? (True where in doubt.)
bool may_move_silently(const State& state);

// Adds every state that silent moves lead to.
void close_over_silent_moves(const Mpi& mpi, std::vector<State>& states);

// Keeps the first of equal states, in order.
void remove_duplicates(const Mpi& mpi, std::vector<State>& states);

// Is the program in a call that can't return?
bool waits_for_ever(const Mpi& mpi, const State& state);

} // namespace moot
