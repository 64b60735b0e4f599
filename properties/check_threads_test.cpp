// Threads that run at the same time tell of what MPI does a little later than it happens, and of what the program does a little earlier.
// Such a trace of a run of the model's is not forbidden.
#include "programs/attributes/programs.h"
#include "properties/changes.h"
#include "properties/dice.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/threaded.h"
#include "properties/walk.h"
#include "spec/language/case_parser.h"
#include "traces/check/check.h"
#include "traces/check/matching.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace moot::properties {
namespace {

bool is_told_late(const Event& event) {
  return event.type == Event::Type::callback || event.type == Event::Type::return_;
}

// Main, and the threads of a program, never run at the same time.
bool at_the_same_time(const Event& one, const Event& other) {
  const bool main_is_one = one.thread == main_thread || other.thread == main_thread;
  return one.thread != other.thread && (!main_is_one || std::max(one.thread, other.thread) < first_thread);
}

// (What an event names for the first time, nobody names before: objects, memory.)
bool may_be_told_later(const Event& event, const Event& than, const Generations& before) {
  Generations known = before;
  count_generations(event, known);
  return at_the_same_time(event, than) && (is_told_late(event) || !is_told_late(than)) && known == before &&
         event.procedure != Procedure::alloc_mem;
}

Events told_late(Events run, Dice& dice) {
  const auto slowness = dice.pick({20U, 60U, 95U}); // percent
  for (int rounds = 4; rounds > 0; --rounds) {
    Generations known{};
    for (std::size_t i = 0; i + 1 < run.size(); ++i) {
      if (may_be_told_later(run[i], run[i + 1], known) && dice.percent(slowness)) std::swap(run[i], run[i + 1]);
      count_generations(run[i], known);
    }
  }
  return run;
}

// Of a handle that MPI uses again, the model knows what it will be as soon as the call has its effect that makes it; whoever records a run
// knows it when that returns.
bool names_what_is_to_return(const Events& run) {
  Generations known{};
  for (const auto& event : run) {
    const auto before = known;
    count_generations(event, known);
    if (event.type == Event::Type::call && known != before) return true;
  }
  return false;
}

void require_allowed_however_late(const Program& program, const Reading& reading) {
  RC_PRE(why_ill_formed(program).empty());
  auto dice = *properties::dice();
  EventRecorder recorder(program);
  Trace trace;
  RC_LOG() << print_case(program);
  try {
    random_run(Machine(program, reading), dice, &recorder);
    if (names_what_is_to_return(recorder.events())) RC_DISCARD("a handle used again before it is returned");
    trace.events = told_late(recorder.events(), dice);
    RC_CLASSIFY(trace.events != recorder.events(), "told later");
    RC_LOG() << text_of(recorder.events()) << "told as\n" << text_of(trace.events);
    RC_ASSERT(check(trace, reading).verdict != Verdict::forbidden);
  } catch (const NotModelled&) {
    RC_DISCARD("what two threads do at the same time");
  }
}

RC_GTEST_PROP(Check, AllowsWhatThreadsTellLate, ()) {
  auto dice = *properties::dice();
  require_allowed_however_late(threaded(*programs({.statements = 14}), dice), *readings());
}

RC_GTEST_PROP(Check, AllowsWhatThreadsTellLateOfTheSameValues, ()) {
  auto dice = *properties::dice();
  require_allowed_however_late(values_in_threads(dice), *readings());
}

RC_GTEST_PROP(Check, AllowsWhatThreadsTellLateOfMessages, ()) {
  auto dice = *properties::dice();
  require_allowed_however_late(messages_in_threads(dice), *readings());
}

RC_GTEST_PROP(Check, AllowsWhatThreadsTellLateOfTodaysAttributes, ()) {
  auto dice = *properties::dice();
  static const campaign::Programs all(1, 4);
  require_allowed_however_late(threaded(all[all.small() + dice.below(1'000'000)], dice), *readings_of_attributes());
}

} // namespace
} // namespace moot::properties
