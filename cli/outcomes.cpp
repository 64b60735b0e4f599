#include "cli/outcomes.h"

#include <algorithm>

namespace moot {
namespace {

bool is_possible(const Exploration& exploration, const Shown& shown) {
  return !exploration.erroneous.empty() || std::ranges::any_of(exploration.outcomes, [&](const Outcome& outcome) {
    return covers(outcome.observed, shown.observed);
  });
}

// interop.value: a program that reads through what is no address dies of itself, and no event tells of it.
bool may_die(const Exploration& exploration) {
  return std::ranges::any_of(exploration.erroneous,
                             [](const Fault& fault) { return fault.clause == Clause::attr_value; });
}

Exploration explore_all(const Program& program) {
  const auto any_answer = all_open("any answer");
  return explore(Machine(program, any_answer));
}

void excuse(const Settled& settled, Trials& trials, Shown& shown) {
  for (std::size_t i = 0; i < settled.readings.size(); ++i) {
    if (shown.verdicts[i] != Verdict::forbidden || !may_die(settled.explorations[i])) continue;
    shown.verdicts[i] = trials.verdicts[i] = Verdict::erroneous;
    std::erase_if(shown.breaches, [&](const Breach& breach) { return breach.reading == i; });
    for (const auto& other : trials.shown) trials.verdicts[i] = worse(trials.verdicts[i], other.verdicts[i]);
  }
  if (!shown.forbidden || !may_die(explore_all(settled.program))) return;
  shown.forbidden = false;
  std::erase_if(shown.breaches, [&](const Breach& breach) { return breach.reading == settled.readings.size(); });
}

} // namespace

void judge_outcomes(Settled& settled) {
  for (auto& trials : settled.trials)
    for (auto& shown : trials.shown) {
      if (shown.ending == TraceEnding::Type::crashed || shown.ending == TraceEnding::Type::aborted)
        excuse(settled, trials, shown);
      if (shown.ending != TraceEnding::Type::finished) continue;
      for (std::size_t i = 0; i < settled.readings.size(); ++i) {
        if (is_possible(settled.explorations[i], shown)) continue;
        shown.verdicts[i] = trials.verdicts[i] = Verdict::forbidden;
        if (!shown.forbidden) shown.forbidden = !is_possible(explore_all(settled.program), shown);
      }
    }
}

} // namespace moot
