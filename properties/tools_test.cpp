// The laws of tool stacks, on random programs of Ticket 304 under random stacks of tools that pass every call on.
#include "model/law/naming.h"
#include "model/law/stack.h"
#include "model/search/explore.h"
#include "programs/statements.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/walk.h"
#include "traces/check/check.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>

namespace moot::properties {
namespace {

using Procedures = std::vector<Procedure>;

// What each tool registers, and the places of the stack: indices into `tools`, as listed.
struct Stack {
  std::vector<Procedures> tools;
  std::vector<std::int32_t> places;
};

void add_procedures(const Block& block, Procedures& all) {
  for (const auto& statement : block)
    if (statement.type == Statement::Type::call && std::ranges::find(all, statement.procedure) == all.end())
      all.push_back(statement.procedure);
}

Procedures called_by(const Program& program) {
  Procedures all;
  add_procedures(program.main, all);
  for (const auto& callback : program.callbacks) add_procedures(callback.body, all);
  return all;
}

// Some tools register less than others, or nothing; a tool may be listed twice.
Stack any_stack(const Program& program) {
  const auto calls = called_by(program);
  Stack stack;
  stack.tools.resize(*rc::gen::inRange<std::size_t>(1, 4));
  for (auto& registered : stack.tools)
    for (const auto procedure : calls)
      if (*rc::gen::inRange(0, 3) != 0) registered.push_back(procedure);
  const auto count = *rc::gen::inRange<std::size_t>(1, 5);
  for (std::size_t i = 0; i < count; ++i)
    stack.places.push_back(static_cast<std::int32_t>(*rc::gen::inRange<std::size_t>(0, stack.tools.size())));
  return stack;
}

Statement next() {
  Statement statement;
  statement.type = Statement::Type::next;
  return statement;
}

// The same program, under these tools.
Program under_tools(Program program, const Stack& stack) {
  program.stack = stack.places;
  const auto pass = program.callbacks.size();
  program.callbacks.push_back({"pass", {next()}, {}});
  Block before;
  for (std::size_t tool = 0; tool < stack.tools.size(); ++tool) {
    program.tools.push_back("tool" + std::to_string(tool));
    Block init;
    for (const auto procedure : stack.tools[tool])
      init.push_back(call(Procedure::register_function, {argument(CallbackArgument::tool_id),
                                                         term(Term::Type::procedure, procedure), function(pass)}));
    before.push_back(
        call(Procedure::register_tool_name, {term(Term::Type::tool, tool), function(program.callbacks.size())}));
    program.callbacks.push_back({"init" + std::to_string(tool), init, {}});
  }
  before.push_back(call(Procedure::init, {}));
  program.main.insert(program.main.begin(), before.begin(), before.end());
  return program;
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

bool is_of_a_tool(const Event& event) { return column_of(event.callback) == Column::tools && !is_of_call(event); }

// Without what tools do: their callbacks, and all that these call but what MPI runs in it.
struct Seen {
  std::vector<Event> program;            // its own trace
  std::vector<std::vector<int>> calls;   // for each call, in this order: the tools that saw it, as they were called,
  std::vector<std::vector<int>> returns; //   and as they returned
  std::vector<Procedure> procedures;     // of the calls
};

class Reader {
public:
  Seen read(const std::vector<Event>& events) {
    for (const auto& event : events) one(event);
    return std::move(seen_);
  }

private:
  struct Open {
    bool of_tool = false;   // a callback of a tool,
    bool passed_on = false; //   or a call that one makes
    std::size_t call = 0;   // whose: an index into `calls`
    int id = 0;
  };

  void one(const Event& event) {
    auto& open = open_[event.thread];
    if (is_beginning(event))
      begin(event, open);
    else
      end(event, open);
  }

  void begin(const Event& event, std::vector<Open>& around) {
    Open open;
    open.of_tool = is_of_a_tool(event);
    open.passed_on = !open.of_tool && !around.empty() && around.back().of_tool;
    if (open.of_tool || open.passed_on) {
      open.call = around.back().call;
      if (open.of_tool) {
        open.id = static_cast<int>(event.fields.at(0).value.number);
        if (event.callback == Callback::intercept) seen_.calls[open.call].push_back(open.id);
      }
    } else {
      open.call = seen_.calls.size();
      if (event.type == Event::Type::call) {
        seen_.calls.emplace_back();
        seen_.returns.emplace_back();
        seen_.procedures.push_back(event.procedure);
      }
      show(event, around);
    }
    around.push_back(open);
  }

  void end(const Event& event, std::vector<Open>& around) {
    const auto open = around.back();
    around.pop_back();
    if (open.of_tool && event.callback == Callback::intercept) seen_.returns[open.call].push_back(open.id);
    if (!open.of_tool && !open.passed_on) show(event, around);
  }

  void show(const Event& event, const std::vector<Open>& around) {
    if (is_of_call(event) && signature(event.procedure).area == Area::tools) return;
    auto& shown = seen_.program.emplace_back(event);
    shown.depth = static_cast<std::uint32_t>(
        std::ranges::count_if(around, [](const Open& it) { return !it.of_tool && !it.passed_on; }));
    if (is_of_call(event)) shown.by = shown.depth == 0 ? Event::By::program : Event::By::callback;
  }

  Seen seen_;
  std::map<std::uint32_t, std::vector<Open>> open_; // by thread
};

std::vector<int> places_of(const Stack& stack, Procedure procedure) {
  std::vector<int> ids;
  for (std::size_t i = 0; i < stack.places.size(); ++i) {
    const auto& registered = stack.tools[static_cast<std::size_t>(stack.places[i])];
    if (std::ranges::find(registered, procedure) != registered.end()) ids.push_back(static_cast<int>(i) + 1);
  }
  return ids;
}

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
  const auto seen = Reader().read(*events);
  for (std::size_t i = 0; i < seen.calls.size(); ++i) {
    const auto expected = places_of(stack, seen.procedures[i]);
    RC_ASSERT(seen.calls[i] == expected);
    RC_ASSERT(seen.returns[i] == std::vector<int>(expected.rbegin(), expected.rend()));
  }
}

RC_GTEST_PROP(Tools, LeaveTheProgramATraceThatItMayHaveWithoutThem, ()) {
  const auto program = *programs();
  const auto tooled = under_tools(program, any_stack(program));
  const auto reading = with_tools(*readings());
  const auto events = any_run(tooled, reading);
  RC_PRE(events.has_value());
  Trace trace;
  trace.events = Reader().read(*events).program;
  const auto verdict = check(trace, reading).verdict;
  RC_ASSERT(verdict == Verdict::allowed || verdict == Verdict::unspecified);
}

} // namespace
} // namespace moot::properties
