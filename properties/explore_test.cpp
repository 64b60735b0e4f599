// explore() against its naive twin, against single random runs, and against its own witnesses.
#include "model/search/explore.h"

#include "properties/naive_explorer.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/twins.h"
#include "properties/walk.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace moot::properties {
namespace {

constexpr Taste small{.statements = 9};

// What explore finds; nothing where it is cut off. Rules cover what it does.
std::optional<Exploration> explored(const Machine& machine) {
  auto found = explore(machine, {.states = 20'000, .depth = 60});
  if (!found.cut_off) return found;
  RC_ASSERT(found.cut_off->by != CutOff::By::not_modelled);
  return std::nullopt;
}

RC_GTEST_PROP(Explore, AgreesWithTheNaiveExplorer, ()) {
  const auto program = *programs(small);
  const auto reading = *readings();
  require_agreement(Machine(program, reading));
}

State replay(const Machine& machine, const Moves& moves) {
  State state = machine.initial();
  for (const auto& move : moves) machine.apply(state, move);
  return state;
}

RC_GTEST_PROP(Explore, HasWitnessesThatReplayToTheirOutcomes, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  const Machine machine(program, reading);
  const auto found = explored(machine);
  RC_PRE(found.has_value());
  for (const auto& outcome : found->outcomes) {
    const auto last = replay(machine, path(machine, *found, outcome.state));
    RC_ASSERT(Machine::finished(last));
    RC_ASSERT(machine.outcome(last) == outcome.observed);
    RC_ASSERT(covers_naively(outcome.under, answers_of(last)));
  }
  for (const auto& each : found->erroneous) {
    const auto last = replay(machine, path(machine, *found, each.state));
    RC_ASSERT(last.erroneous == each.clause);
    RC_ASSERT(covers_naively(each.under, answers_of(last)));
  }
  for (const auto& each : found->endless)
    RC_ASSERT(!Machine::finished(replay(machine, path(machine, *found, each.state))));
}

RC_GTEST_PROP(Explore, FindsTheEndOfEveryRandomRun, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  auto dice = *properties::dice();
  const Machine machine(program, reading);
  const auto found = explored(machine);
  RC_PRE(found.has_value());
  for (int i = 0; i < 10; ++i) {
    const auto run = random_run(machine, dice);
    if (!run.ended) {
      RC_ASSERT(!found->endless.empty());
    } else if (run.last.erroneous != Clause::none) {
      const auto* each = fault(found->erroneous, run.last.erroneous);
      RC_ASSERT(each != nullptr);
      RC_ASSERT(covers_naively(each->under, answers_of(run.last)));
    } else if (!Machine::finished(run.last)) {
      RC_ASSERT(!found->endless.empty());
    } else {
      const auto outcome = std::ranges::find(found->outcomes, machine.outcome(run.last), &Outcome::observed);
      RC_ASSERT(outcome != found->outcomes.end());
      RC_ASSERT(covers_naively(outcome->under, answers_of(run.last)));
    }
  }
}

} // namespace
} // namespace moot::properties
