// The states that are possible at once, after what was seen so far: of a trace, or of a history that is searched.
#pragma once

#include "model/law/machine.h"

#include <vector>

namespace moot {

// Moves that no event shows.
bool is_silent(const Move& move);

// Could MPI do something that no event shows? (True where in doubt.)
bool may_move_silently(const State& state);

// Adds every state that silent moves lead to; no two of `states` are equal, before or after. Where the next event is on a thread, also
// those in which callbacks on others have begun, and calls there have returned, that no event has told of yet.
void close_over_silent_moves(const Mpi& mpi, std::vector<State>& states, std::uint32_t next_on = State::no_thread);

// May callbacks begin on another thread, or calls return there?
bool others_may_go_on(const State& state, std::uint32_t thread);

// Keeps the first of equal states, in order.
void remove_duplicates(const Mpi& mpi, std::vector<State>& states);

// Is a thread of the program in a call that can't return, with nothing left to happen on any?
bool waits_for_ever(const Mpi& mpi, const State& state);

} // namespace moot
