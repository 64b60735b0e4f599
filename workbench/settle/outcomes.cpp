#include "workbench/settle/outcomes.h"

#include "model/law/sentences.h"
#include "workbench/shared/verdicts.h"

#include <algorithm>
#include <optional>

namespace moot {
namespace {

bool is_known(const Exploration& exploration, const Shown& shown) {
  return !exploration.erroneous.empty() || std::ranges::any_of(exploration.outcomes, [&](const Outcome& outcome) {
    return covers(outcome.observed, shown.observed);
  });
}

bool may_be_possible(const Exploration& exploration, const Shown& shown) {
  return exploration.cut_off || is_known(exploration, shown);
}

// A program that reads through what is no address dies of itself, and no event tells of it.
bool may_die(const Exploration& exploration) {
  return std::ranges::any_of(exploration.erroneous,
                             [](const Fault& fault) { return fault.clause == integer_is_there.clause(); });
}

// With every question open: explored once, if at all.
class AnyAnswer {
public:
  AnyAnswer(const Program& program, const ExploreLimits& limits) : program_(program), limits_(limits) {}
  const Exploration& exploration() {
    if (!exploration_) exploration_ = explore(Machine(program_, reading_), limits_);
    return *exploration_;
  }

private:
  const Program& program_;
  const ExploreLimits& limits_;
  const Reading reading_ = all_open("any answer");
  std::optional<Exploration> exploration_;
};

void excuse(const Settled& settled, Trials& trials, Shown& shown, AnyAnswer& any_answer) {
  for (std::size_t i = 0; i < settled.readings.size(); ++i) {
    if (shown.verdicts[i] != Verdict::forbidden || !may_die(settled.explorations[i])) continue;
    shown.verdicts[i] = trials.verdicts[i] = Verdict::erroneous;
    std::erase_if(shown.breaches, [&](const Breach& breach) { return breach.reading == i; });
    for (const auto& other : trials.shown) trials.verdicts[i] = worse(trials.verdicts[i], other.verdicts[i]);
  }
  if (!shown.forbidden || !may_die(any_answer.exploration())) return;
  shown.forbidden = false;
  std::erase_if(shown.breaches, [&](const Breach& breach) { return breach.reading == settled.readings.size(); });
}

} // namespace

void judge_outcomes(Settled& settled, const ExploreLimits& limits) {
  AnyAnswer any_answer(settled.program, limits);
  for (auto& trials : settled.trials)
    for (auto& shown : trials.shown) {
      if (shown.ending == TraceEnding::Type::crashed || shown.ending == TraceEnding::Type::aborted)
        excuse(settled, trials, shown, any_answer);
      if (shown.ending != TraceEnding::Type::finished) continue;
      for (std::size_t i = 0; i < settled.readings.size(); ++i) {
        if (may_be_possible(settled.explorations[i], shown)) continue;
        shown.verdicts[i] = trials.verdicts[i] = Verdict::forbidden;
        if (!shown.forbidden) shown.forbidden = !may_be_possible(any_answer.exploration(), shown);
      }
    }
}

bool is_undecided(const Settled& settled, const Shown& shown, std::size_t reading) {
  const auto verdict = shown.verdicts[reading];
  const auto& exploration = settled.explorations[reading];
  return (verdict == Verdict::allowed || verdict == Verdict::unspecified) && exploration.cut_off &&
         shown.ending == TraceEnding::Type::finished && !is_known(exploration, shown);
}

bool is_undecided(const Settled& settled, const Trials& trials, std::size_t reading) {
  const auto verdict = trials.verdicts[reading];
  return (verdict == Verdict::allowed || verdict == Verdict::unspecified) &&
         std::ranges::any_of(trials.shown, [&](const Shown& shown) { return is_undecided(settled, shown, reading); });
}

} // namespace moot
