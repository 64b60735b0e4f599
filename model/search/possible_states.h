// The states that are possible at once, after what was seen so far: of a trace, or of a history that is searched.
#pragma once

#include "model/law/machine.h"

#include <vector>

namespace moot {

// Moves that no event shows.
bool is_silent(const Move& move);

// Could MPI do something that no event shows? (True where in doubt.)
bool may_move_silently(const State& state);

// Adds every state that silent moves lead to.
void close_over_silent_moves(const Mpi& mpi, std::vector<State>& states);

// Keeps the first of equal states, in order.
void remove_duplicates(const Mpi& mpi, std::vector<State>& states);

// Takes a step of the program from `state`, under every combination of the answers that it asks for; `keep(State&&)` gets
// each result. `way`: what was answered so far.
template <typename Step, typename Keep>
void under_every_answer(const Mpi& mpi, const State& state, const Step& step, const Keep& keep, const Move& way = {}) {
  State next = state;
  Mpi::choose(next, way);
  const Undecided undecided = step(next);
  if (!undecided) return keep(std::move(next));
  for (std::uint32_t i = 0; i < undecided.count(); ++i) {
    Move decided = way;
    Mpi::decide(decided, undecided, i);
    under_every_answer(mpi, state, step, keep, decided);
  }
}

// Is the program in a call that can't return?
bool waits_for_ever(const Mpi& mpi, const State& state);

} // namespace moot
