// Partial-order reduction: of threads whose steps have nothing to do with each other, one goes first, and no other order is tried.
// (decision 26)
//
// In a state, the moves of one thread alone are enough (they are a *persistent set*) if nothing that the other threads may ever do while
// it stands still has to do with them (footprint.h). Then whatever the program may come to is come to by one of them first. That holds for
// programs that end: where one goes round, or grows, without the others, they would never have their turn. `explore` sees to that.
#pragma once

#include "model/law/machine.h"

namespace moot {

class Reduction {
public:
  explicit Reduction(const Machine& machine);
  bool reduces() const { return reduces_; } // some programs have nothing to reduce

  // As Machine::moves: those that are enough. The same for equal states.
  void moves(const State& state, Moves& out) const;

private:
  bool is_enough(const State& state, const Moves& moves, std::uint32_t thread) const;

  const Machine& machine_;
  const bool reduces_;
};

} // namespace moot
