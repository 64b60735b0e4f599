// Why an event is forbidden: which clause it breaks, and what was allowed instead.
#pragma once

#include "traces/check/check.h"
#include "traces/check/matching.h"

namespace moot {

// One thing that MPI could have done, in the state in which it would have.
struct Possibility {
  State state;
  Label label;
  // Of a callback, the clauses that are broken
  Clause owed = Clause::none;  // where it does not come,
  Clause order = Clause::none; // where another one of its kind comes first (none: the order is any),
  Clause ends = Clause::none;  // and where what follows its phase comes first: a callback of this kind
  std::optional<Callback> next{};
};

// All that MPI could do next on a thread, under some answers to the open questions.
std::vector<Possibility> possibilities(const Mpi& mpi, const State& state, std::uint32_t thread);

// The clause that `event` breaks, given all that could have come.
Clause broken_clause(const std::vector<Possibility>& possible, const Event& event, const Generations& known);

// The possibilities as events, each once, a handful at most.
std::vector<Event> allowed_events(const std::vector<Possibility>& possible, const Generations& known);

} // namespace moot
