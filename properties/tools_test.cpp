// The laws of tool stacks, on random programs of Ticket 304 under random stacks of tools that pass every call on.
#include "model/law/naming.h"
#include "model/law/stack.h"
#include "model/search/explore.h"
#include "programs/tools/under_tools.h"
#include "properties/dice.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/walk.h"
#include "traces/check/check.h"
#include "traces/format/trace.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sstream>

namespace moot::properties {
namespace {

// Of one of RapidCheck's numbers.
ToolStack any_stack(const Program& program) {
  auto its_dice = *dice();
  return random_stack(program, its_dice);
}

// The first of the list is the outermost.
Reading with_tools(Reading reading) {
  reading.about.tools = true;
  for (int i = 0; i < question_count; ++i)
    if (text(static_cast<Question>(i)).area == Area::tools) reading[static_cast<Question>(i)] = 0;
  return reading;
}

struct Ends {
  std::vector<std::pair<Observed, Verdict>> outcomes;
  std::vector<Clause> faults;
  bool endless = false;
  bool operator==(const Ends&) const = default;
};

std::optional<Ends> ends_of(const Program& program, const Reading& reading) {
  const Machine machine(program, reading);
  const auto found = explore(machine, {.states = 20'000, .depth = 200});
  if (found.cut_off) return std::nullopt;
  Ends ends;
  for (const auto& each : found.outcomes) ends.outcomes.emplace_back(each.observed, each.verdict);
  for (const auto& each : found.erroneous) ends.faults.push_back(each.clause);
  std::ranges::sort(ends.faults);
  const auto again = std::ranges::unique(ends.faults);
  ends.faults.erase(again.begin(), again.end());
  ends.endless = !found.endless.empty();
  return ends;
}

RC_GTEST_PROP(Tools, ThatPassEveryCallOnChangeNoOutcome, ()) {
  const auto program = *programs(Taste{.statements = 9});
  const auto stack = any_stack(program);
  const auto reading = with_tools(*readings());
  const auto alone = ends_of(program, reading);
  const auto below = ends_of(under_tools(program, stack), reading);
  RC_PRE(alone.has_value() && below.has_value());
  RC_ASSERT(*below == *alone);
}

// ---- of one run

// A run of it, if the model has one that ends.
std::optional<std::vector<Event>> any_run(const Program& program, const Reading& reading) {
  const Machine machine(program, reading);
  EventRecorder recorder(program);
  auto its_dice = *dice();
  try {
    const auto run = random_run(machine, its_dice, &recorder);
    if (run.ended && Machine::finished(run.last)) return recorder.take();
  } catch (const NotModelled&) {}
  return std::nullopt;
}

RC_GTEST_PROP(Tools, SeeEachCallOnceInStackOrderAndItsReturnInReverse, ()) {
  const auto program = *programs();
  const auto stack = any_stack(program);
  const auto tooled = under_tools(program, stack);
  const auto reading = with_tools(*readings());
  const auto events = any_run(tooled, reading);
  RC_PRE(events.has_value());
  const auto seen = seen_by_tools(*events);
  for (std::size_t i = 0; i < seen.calls.size(); ++i) {
    const auto expected = places_of(stack, seen.procedures[i]);
    RC_ASSERT(seen.calls[i] == expected);
    RC_ASSERT(seen.returns[i] == std::vector<int>(expected.rbegin(), expected.rend()));
  }
}

RC_GTEST_PROP(Tools, FindTheirOwnStorage, ()) {
  const auto program = *programs();
  const auto events = any_run(under_tools(program, any_stack(program)), with_tools(*readings()));
  RC_PRE(events.has_value());
  const auto seen = seen_by_tools(*events);
  RC_PRE(!seen.storages.empty());
  for (const auto& [id, found] : seen.storages) RC_ASSERT(found == storage_of(id));
}

RC_GTEST_PROP(Tools, LeaveTheProgramATraceThatItMayHaveWithoutThem, ()) {
  const auto program = *programs();
  const auto tooled = under_tools(program, any_stack(program));
  const auto reading = with_tools(*readings());
  const auto events = any_run(tooled, reading);
  RC_PRE(events.has_value());
  Trace trace;
  trace.events = seen_by_tools(*events).program;
  const auto verdict = check(trace, reading).verdict;
  RC_ASSERT(verdict == Verdict::allowed || verdict == Verdict::unspecified);
}

// ---- of traces

// As it comes back from a file.
Trace trace_of(const Program& program, std::vector<Event> events) {
  Trace trace;
  trace.header.through = "model";
  for (const auto tool : program.stack) trace.header.tools.push_back(program.tools[static_cast<std::size_t>(tool)]);
  trace.events = std::move(events);
  std::ostringstream out;
  write(out, trace);
  auto read = read_trace(out.str(), "of a run");
  RC_ASSERT(show(read) == show(trace));
  return read;
}

RC_GTEST_PROP(Tools, HaveTracesThatAreAllowed, ()) {
  const auto program = *programs();
  const auto tooled = under_tools(program, any_stack(program));
  const auto reading = with_tools(*readings());
  const auto events = any_run(tooled, reading);
  RC_PRE(events.has_value());
  const auto trace = trace_of(tooled, *events);
  const auto verdict = check(trace, reading).verdict;
  RC_ASSERT(verdict == Verdict::allowed || verdict == Verdict::unspecified);
  RC_ASSERT(check(trace, all_open("any answer")).verdict != Verdict::forbidden);
}

// Another tool is called, the trace says.
RC_GTEST_PROP(Tools, AreNotTakenForOthers, ()) {
  const auto program = *programs();
  const auto tooled = under_tools(program, any_stack(program));
  const auto reading = with_tools(*readings());
  auto events = any_run(tooled, reading);
  RC_PRE(events.has_value());
  std::vector<Event*> calls;
  for (auto& event : *events)
    if (event.type == Event::Type::callback && event.callback == Callback::intercept) calls.push_back(&event);
  RC_PRE(!calls.empty() && check(trace_of(tooled, *events), reading).verdict == Verdict::allowed);
  auto& id = calls[*rc::gen::inRange<std::size_t>(0, calls.size())]->fields.at(0).value.number;
  id += *rc::gen::element(-1, 1);
  RC_ASSERT(check(trace_of(tooled, *events), reading).verdict == Verdict::forbidden);
}

// A call that a tool passes on is none of its own: a procedure that it registered would lead to it again.
RC_GTEST_PROP(Tools, PassCallsOnOrMakeTheirOwn, ()) {
  const auto program = *programs();
  const auto tooled = under_tools(program, any_stack(program));
  const auto reading = with_tools(*readings());
  auto events = any_run(tooled, reading);
  RC_PRE(events.has_value());
  const auto passed_on = std::ranges::find_if(
      *events, [](const Event& event) { return event.type == Event::Type::call && event.by == Event::By::next; });
  RC_PRE(passed_on != events->end() && check(trace_of(tooled, *events), reading).verdict == Verdict::allowed);
  passed_on->by = Event::By::callback;
  RC_ASSERT(check(trace_of(tooled, *events), reading).verdict == Verdict::forbidden);
}

} // namespace
} // namespace moot::properties
