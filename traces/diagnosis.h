// Why an event is forbidden: which clause it breaks, and what was allowed instead.
#pragma once

#include "traces/check.h"
#include "traces/matching.h"

namespace moot {

// One thing that MPI could have done, in the state in which it would have.
struct Possibility {
  State state;
  Label label;
  Clause owed = Clause::none; // of a callback: the clause that is broken where it does not come
};

// All that MPI could do next on a thread, under some answers to the open questions.
std::vector<Possibility> possibilities(const Mpi& mpi, const State& state, std::uint8_t thread);

// The clause that `event` breaks, given all that could have come.
Clause broken_clause(const std::vector<Possibility>& possible, const Event& event, const Generations& known);

// The possibilities as events, each once, a handful at most.
std::vector<Event> allowed_events(const std::vector<Possibility>& possible, const Generations& known);

} // namespace moot
