// What steps touch of a state: of a program with threads, for the partial-order reduction (reduction.h). It may say too much, never too
// little: two steps of different threads whose footprints do not meet lead to the same state in either order.
#pragma once

#include "model/law/state.h"

#include <boost/dynamic_bitset.hpp>

namespace moot {

struct Footprint {
  using Places = boost::dynamic_bitset<>;
  Places read, written;         // variables
  Places looked_at, in_use;     // objects, by slot: they stay as they are, or may not
  Places matching;              // communicators: what waits on them may be matched, or end
  Places cells;                 // of memory, in whichever way
  bool numbers_keyvals = false; // a new keyval has the lowest number that is free
  bool has_keyvals = false;     //   which the others tell
  bool allocates = false;       // cells are numbered, too
  bool everything = false;      // nothing is known of it

  explicit Footprint(const State& state)
      : read(state.variables.size()), written(read.size()), looked_at(state.objects.size()), in_use(looked_at.size()),
        matching(looked_at.size()), cells(state.cells.size()) {}
};

bool meet(const Footprint& a, const Footprint& b);

// Of whatever the thread may do next: a statement, a move of MPI's.
Footprint next_step(const Program& program, const State& state, std::uint32_t thread);

// Of all that the program's threads may ever do while this one stands still.
Footprint future_of_others(const Program& program, const State& state, std::uint32_t thread);

// Where a thread block of main ends that a thread of this number has. (Machine knows it, too.)
std::size_t end_of_thread(const Program& program, std::uint32_t thread);

} // namespace moot
