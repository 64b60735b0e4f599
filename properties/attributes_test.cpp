// The model on programs of today's attributes, those of campaigns: small ones and random ones.
#include "model/law/invariants.h"
#include "programs/attributes/programs.h"
#include "properties/changes.h"
#include "properties/defaults.h"
#include "properties/naive_explorer.h"
#include "properties/programs.h" // showValue
#include "properties/readings.h"
#include "properties/twins.h"
#include "traces/check/check.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <rapidcheck/gtest.h>

namespace moot::properties {
namespace {

const bool chosen_before_main = choose_programs(3000);

// A campaign's, all of whose variables count. Not shrunk: half of them are small as they are.
Program draw(Dice& dice) {
  static const campaign::Programs all(1, 4);
  const auto small = static_cast<std::uint32_t>(all.small());
  auto program = all[dice.percent(50) ? dice.below(small) : small + dice.below(1'000'000)];
  program.observed.resize(program.variables.size());
  std::iota(program.observed.begin(), program.observed.end(), 0);
  return program;
}

rc::Gen<Program> attribute_programs() {
  return [](const rc::Random& random, int) {
    auto dice = dice_from(random);
    return rc::shrinkable::just(draw(dice));
  };
}

RC_GTEST_PROP(Attributes, AreExploredAsNaively, ()) {
  const auto program = *attribute_programs();
  const auto reading = *readings_of_attributes();
  require_agreement(Machine(program, reading));
}

RC_GTEST_PROP(Attributes, CanBeEncodedAndReadBack, ()) {
  const auto program = *attribute_programs();
  const auto reading = *readings_of_attributes();
  auto dice = *properties::dice();
  require_readable(Machine(program, reading), dice);
}

// What keeps an object alive is what the rest of the state says.
RC_GTEST_PROP(Attributes, HaveReferencesThatAddUp, ()) {
  const auto program = *attribute_programs();
  const auto reading = *readings_of_attributes();
  auto dice = *properties::dice();
  random_run(Machine(program, reading), dice, nullptr, [](const State&, const Move&, const State& state) {
    if (state.erroneous != Clause::none) return;
    RC_ASSERT(references_add_up(state));
  });
}

// ---- the checker

struct FinishedRun {
  Events events;
  AnswerSet under;
};

// The same but for errors of which the law does not say which.
bool covers(const Events& expected, const Events& seen) {
  return std::ranges::equal(expected, seen, [](Event one, const Event& other) {
    if (one.type == Event::Type::return_ && covers(one.error, other.error)) one.error = other.error;
    const auto same_field = [](const Field& a, const Field& b) { return a.name == b.name && covers(a.value, b.value); };
    if (std::ranges::equal(one.fields, other.fields, same_field)) one.fields = other.fields; // of MPI_Error_class
    return one == other;
  });
}

CheckReport checked(const Events& events, const Reading& reading) {
  Trace trace;
  trace.events = events;
  return check(trace, reading);
}

// All that the model does is allowed, under all answers or under those that allow it. (Where some answer makes the program
// erroneous, the rest is not judged under it.)
RC_GTEST_PROP(Attributes, AreAllowedAsTheModelHasThem, ()) {
  const auto program = *attribute_programs();
  const auto reading = *readings_of_attributes();
  const Machine machine(program, reading);
  constexpr NaiveLimits limits{.steps = 5'000, .run = 300, .depth = 30};
  std::vector<FinishedRun> runs;
  bool breaks = false;
  const bool complete = for_every_run(machine, machine.initial(), limits, [&](const State& last, const Moves& moves) {
    breaks = breaks || last.erroneous != Clause::none;
    if (Machine::finished(last)) runs.push_back({events(machine, moves), answers_of(last)});
  });
  RC_PRE(complete);
  for (const auto& run : runs) {
    const auto verdict = checked(run.events, reading).verdict;
    RC_ASSERT(verdict != Verdict::forbidden);
    if (breaks) continue;
    std::vector<AnswerSet> under;
    for (const auto& other : runs)
      if (covers(other.events, run.events)) under.push_back(other.under);
    RC_ASSERT((verdict == Verdict::allowed) == covers_naively(under));
  }
}

} // namespace
} // namespace moot::properties
