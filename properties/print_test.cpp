// print and parse are inverses, on cases and on traces.
#include "model/law/naming.h"
#include "model/search/explore.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/walk.h"
#include "spec/language/case_parser.h"
#include "traces/format/trace.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sstream>

namespace moot::properties {
namespace {

std::optional<Seen> random_value(const Program& program, Dice& dice) {
  switch (dice.below(5)) {
  case 0: return std::nullopt;
  case 1: return Seen{};
  case 2: return Seen{Seen::Type::integer, std::int64_t{dice.below(100)} - 50, {}};
  case 3: return Seen{Seen::Type::word, 0, dice.pick(program.variables)};
  default: return Seen{Seen::Type::word, 0, std::string(name(static_cast<Constant>(dice.below(constant_count))))};
  }
}

Expected random_result(const Program& program, Dice& dice) {
  Expected expected;
  switch (dice.below(6)) {
  case 0: expected.type = dice.percent(50) ? Expected::Type::endless : Expected::Type::aborts; return expected;
  case 1:
    expected.type = Expected::Type::erroneous;
    expected.clause = id(static_cast<Clause>(1 + dice.below(clause_count - 1)));
    if (dice.percent(30)) expected.diagnosed = static_cast<ErrorClass>(1 + dice.below(error_class_count - 1));
    return expected;
  default:
    for (std::size_t i = 0; i < program.observed.size(); ++i) expected.observed.push_back(random_value(program, dice));
    expected.unspecified = dice.percent(30);
    return expected;
  }
}

// What a random program lacks and a case has: titles, questions, expectations.
void decorate(Program& program, Dice& dice) {
  if (program.variables.empty()) program.observed.clear();
  program.title =
      dice.pick<std::string>({"", "Who goes first?", "say \"what\" \\ why # not a comment", "\xc3\xa9t\xc3\xa9"});
  program.place = dice.pick<std::string>({"line 7", "lines 7-9", "section 6.7.2", "sections 6.7.2, 17.2.7", ""});
  if (program.place.empty()) program.source.clear();
  for (auto n = dice.below(3); n > 0; --n)
    program.questions.emplace_back(text(static_cast<Question>(dice.below(question_count))).id);
  for (auto n = dice.below(3); n > 0; --n)
    program.shows.emplace_back(id(static_cast<Clause>(1 + dice.below(clause_count - 1))));
  for (auto n = dice.below(3); n > 0; --n) {
    Expectation expectation;
    expectation.reading = "reading-" + std::to_string(n);
    if (dice.percent(30)) expectation.process = {static_cast<std::int32_t>(dice.below(3)), 3};
    if (dice.percent(50)) expectation.answers.emplace_back("copy-order", "any");
    if (dice.percent(30)) expectation.answers.emplace_back("destroy-order", "erroneous");
    for (auto m = 1 + dice.below(3); m > 0 && !program.variables.empty(); --m)
      expectation.results.push_back(random_result(program, dice));
    if (!expectation.results.empty()) program.expectations.push_back(expectation);
  }
}

RC_GTEST_PROP(Cases, ThatArePrintedAndParsedAreTheSame, ()) {
  auto program = *programs();
  auto dice = *properties::dice();
  decorate(program, dice);
  RC_ASSERT(why_ill_formed(program).empty());
  RC_ASSERT(parse_case(print_case(program), "printed") == program);
}

std::optional<TraceEnding> random_ending(const Program& program, bool finished, Dice& dice) {
  switch (dice.below(finished ? 4 : 3)) {
  case 0: return std::nullopt;
  case 1: return TraceEnding{TraceEnding::Type::crashed, "signal 11 (SIGSEGV)", {}};
  case 2: return TraceEnding{TraceEnding::Type::hung, "", {}};
  default:
    TraceEnding ending;
    for (const auto index : program.observed)
      ending.observed.emplace_back(program.variables[static_cast<std::size_t>(index)], random_value(program, dice));
    return ending;
  }
}

RC_GTEST_PROP(Traces, ThatAreWrittenAndReadAreTheSame, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  auto dice = *properties::dice();
  const Machine machine(program, reading);
  Trace trace;
  trace.header.library = trace.header.through = "model";
  trace.header.version = "1";
  trace.header.program = dice.pick<std::string>({"", "a-case", "\"quoted\" \\ line\nend"});
  trace.header.seed = dice.below(1000);
  const auto run = random_run(machine, dice);
  trace.events = events(machine, run.moves);
  trace.ending = random_ending(program, Machine::finished(run.last), dice);
  std::ostringstream out;
  write(out, trace);
  RC_ASSERT(read_trace(out.str(), "written") == trace);
}

} // namespace
} // namespace moot::properties
