// Random runs of the machine.
#pragma once

#include "model/law/machine.h"
#include "model/search/encode.h"
#include "properties/dice.h"

#include <set>
#include <string>

namespace moot::properties {

struct Run {
  State last;
  Moves moves;
  bool ended = false; // else it was cut off: too long or too deep
};

struct NoVisit {
  void operator()(const State&, const Move&, const State&) const {}
};

// Plays random moves until none is left. Calls `visit(before, move, after)` after each.
template <typename Visit = NoVisit>
Run random_run(const Machine& machine, Dice& dice, EventSink* sink = nullptr, Visit&& visit = {}) {
  constexpr std::size_t longest = 500;
  constexpr std::size_t deepest = 60;
  Run run{machine.initial(), {}, false};
  Moves moves;
  for (machine.moves(run.last, moves); !moves.empty(); machine.moves(run.last, moves)) {
    if (run.moves.size() == longest || run.last.frames.size() > deepest) return run;
    run.moves.push_back(dice.pick(moves));
    const State before = run.last;
    machine.apply(run.last, run.moves.back(), sink);
    visit(before, run.moves.back(), run.last);
  }
  run.ended = true;
  return run;
}

// Every step between different states, as far as a budget goes; `visit` as above.
template <typename Visit> void every_step(const Machine& machine, Visit&& visit) {
  constexpr std::size_t most = 300; // states
  constexpr std::size_t deepest = 40;
  std::vector<State> todo{machine.initial()};
  std::set<std::string> seen;
  std::string bytes;
  Moves moves;
  while (!todo.empty() && seen.size() < most) {
    const State before = todo.back();
    todo.pop_back();
    machine.moves(before, moves);
    for (const auto& move : moves) {
      State after = before;
      machine.apply(after, move);
      visit(before, move, after);
      encode(after, SettingOrder::matters, bytes);
      if (after.frames.size() < deepest && seen.insert(bytes).second) todo.push_back(std::move(after));
    }
  }
}

} // namespace moot::properties
