// check() against membership: a trace is allowed if and only if it is one of the runs that the model has.
#include "traces/check/check.h"

#include "programs/random_run.h"
#include "properties/changes.h"
#include "properties/naive_explorer.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/walk.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>

namespace moot::properties {
namespace {

// Every run of a program, as text and with the answers that it rests on.
struct Runs {
  bool complete = false;
  std::vector<Events> finished;
  std::map<std::string, std::vector<AnswerSet>> under;     // of the finished ones
  std::map<std::string, std::vector<AnswerSet>> erroneous; // up to the call that breaks a clause
};

Runs all_runs(const Machine& machine) {
  constexpr NaiveLimits limits{.steps = 3'000, .run = 100, .depth = 30};
  Runs runs;
  runs.complete = for_every_run(machine, machine.initial(), limits, [&](const State& last, const Moves& moves) {
    const auto run = events(machine, moves);
    if (last.erroneous != Clause::none) {
      runs.erroneous[text_of(run)].push_back(answers_of(last));
    } else if (Machine::finished(last)) {
      auto& under = runs.under[text_of(run)];
      if (under.empty()) runs.finished.push_back(run);
      under.push_back(answers_of(last));
    }
  });
  return runs;
}

// Where the program breaks a clause under some answers, the rest is not judged under these.
bool may_be_erroneous(const Runs& runs, const std::string& text) {
  return std::ranges::any_of(runs.erroneous, [&](const auto& run) { return text.starts_with(run.first); });
}

Verdict verdict(const Events& events, const Reading& reading) {
  Trace trace;
  trace.events = events;
  return check(trace, reading).verdict;
}

// What is wrong with check's verdict on these events; "" if it is as expected. (Erroneous is not allowed either: callbacks
// in another order may use handles after they are freed, which no run does with these words.)
std::string fault(const Runs& runs, const Events& events, const Reading& reading) {
  const auto text = text_of(events);
  const auto found = verdict(events, reading);
  const auto run = runs.under.find(text);
  const bool is_run = run != runs.under.end();
  auto right = is_run == (found == Verdict::allowed || found == Verdict::unspecified);
  if (may_be_erroneous(runs, text))
    right = !is_run || found != Verdict::forbidden;
  else if (is_run)
    right = found == (covers_naively(run->second) ? Verdict::allowed : Verdict::unspecified);
  if (right) return "";
  return text + "is " + (is_run ? "a run" : "no run") + " of the program, and check says " + std::string(name(found));
}

constexpr Taste aloof{.statements = 8, .adventurous = 10, .aloof = true};

RC_GTEST_PROP(Check, AllowsExactlyTheRunsOfTheModel, ()) {
  const auto program = *programs(aloof);
  const auto reading = *readings();
  auto dice = *properties::dice();
  const Machine machine(program, reading);
  const auto runs = all_runs(machine);
  RC_PRE(runs.complete && !runs.finished.empty());
  for (const auto& run : runs.finished) RC_ASSERT(fault(runs, run, reading) == "");
  const auto& run = dice.pick(runs.finished);
  RC_PRE(std::ranges::none_of(run, [](const Event& event) { return event.thread != 0; }));
  for (const auto& changed : one_event_changes(run)) RC_ASSERT(fault(runs, changed, reading) == "");
}

// ---- the short way against the long one

// What the checker says, or of what it says that it is no trace.
std::pair<std::string, CheckReport> said(const Events& events, const Reading& reading, bool shortcut) {
  Checker checker(reading, {}, shortcut);
  try {
    for (const auto& event : events) checker.event(event);
    return {"", checker.report()};
  } catch (const TraceError& error) {
    return {error.what(), {}};
  } catch (const NotModelled& error) { // (a changed trace may have done anything before)
    return {error.what(), {}};
  }
}

bool same_both_ways(const Events& events, const Reading& reading) {
  return said(events, reading, true) == said(events, reading, false);
}

RC_GTEST_PROP(Check, SaysTheSameWithoutItsShortcut, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  auto dice = *properties::dice();
  EventRecorder recorder(program);
  const auto ended = Machine::finished(random_run(Machine(program, reading), dice, &recorder).last);
  const auto& run = recorder.events();
  RC_ASSERT(same_both_ways(run, reading));
  RC_ASSERT(same_both_ways(run, strict()));
  const auto one_thread = std::ranges::none_of(run, [](const Event& event) { return event.thread != 0; });
  if (!ended || !one_thread) return;
  for (const auto& changed : one_event_changes(run)) RC_ASSERT(same_both_ways(changed, strict()));
}

// Long runs on a few objects: most events go the short way.
RC_GTEST_PROP(Check, SaysTheSameOfLongRuns, ()) {
  auto dice = *properties::dice();
  RandomProgram what;
  what.calls = 30;
  what.seed = dice.below(1'000'000);
  RandomRun made(what, strict());
  Events run;
  while (made.call()) std::ranges::move(made.take_events(), std::back_inserter(run));
  RC_ASSERT(said(run, strict(), true).second.verdict == Verdict::allowed);
  RC_ASSERT(same_both_ways(run, strict()));
  const auto changes = one_event_changes(run);
  for (int i = 0; i < 10 && !changes.empty(); ++i) RC_ASSERT(same_both_ways(dice.pick(changes), strict()));
}

} // namespace
} // namespace moot::properties
