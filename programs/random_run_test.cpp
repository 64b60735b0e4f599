// Random programs are cases, valid, and the same for the same seed; their runs are allowed.
#include "programs/random_run.h"

#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "traces/check/check.h"

#include <gmock/gmock.h>
#include <map>
#include <set>

namespace moot {
namespace {

using testing::ElementsAre;

const Reading& strict() {
  static const Reading reading = read_reading("ticket304-strict", "spec/readings");
  return reading;
}

struct Made {
  std::string text; // the case
  std::vector<Event> events;
  std::map<Procedure, int> calls;
};

Made make(const RandomProgram& what, const Reading& reading = strict()) {
  RandomRun run(what, reading);
  auto head = run.program();
  head.main.clear();
  Made made{print_case(head), {}, {}};
  while (run.call()) {
    made.text += print_statement(run.program(), run.statement()) + '\n';
    for (auto& event : run.take_events()) made.events.push_back(std::move(event));
    ++made.calls[run.statement().procedure];
  }
  return made;
}

Verdict verdict(const std::vector<Event>& events, const Reading& reading) {
  Trace trace;
  trace.events = events;
  return check(trace, reading).verdict;
}

TEST(RandomRun, ToTheLetter) {
  RandomProgram what;
  what.calls = 4; // which are all forced
  what.handles = 2;
  what.keys = 1;
  what.procedures = {Procedure::key_create, Procedure::key_free};
  EXPECT_EQ(make(what).text, "litmus \"random program, seed 0\"\n"
                             "source ticket304 line 1\n"
                             "\n"
                             "callback pass_on { new_value := value }\n"
                             "MPI_Comm_dup(MPI_COMM_SELF) -> c0\n"
                             "MPI_Comm_dup(MPI_COMM_SELF) -> c1\n"
                             "MPIX_Key_create(copy: pass_on, context: 0) -> k0\n"
                             "MPIX_Key_free(k0)\n");
}

// The same seed gives the same, another another; and every program is a case whose run is allowed.
TEST(RandomRun, ProgramsAreCases) {
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomProgram what;
    what.seed = seed;
    what.calls = 1 + 20 * seed;
    what.keys = 1 + static_cast<std::uint32_t>(seed) % 5;
    what.handles = 1 + static_cast<std::uint32_t>(seed) % 4;
    const auto made = make(what);
    const auto program = parse_case(made.text, "random");
    EXPECT_EQ(program.main.size(), what.calls) << made.text;
    EXPECT_EQ(verdict(made.events, strict()), Verdict::allowed) << made.text;
    EXPECT_EQ(make(what).text, made.text);
    EXPECT_EQ(make(what).events, made.events);
    texts.insert(made.text);
  }
  EXPECT_EQ(texts.size(), 20U);
}

TEST(RandomRun, AllCallsAndCallbacksComeAboutToTheEnd) {
  RandomProgram what;
  what.calls = 20'000;
  const auto made = make(what);
  for (const auto procedure : random_procedures)
    EXPECT_GT(made.calls.at(procedure), 1'000) << signature(procedure).name;
  std::set<std::pair<Callback, bool>> late; // callbacks of the last 10,000 events, and whether their key was freed
  for (auto event = made.events.end() - 10'000; event != made.events.end(); ++event)
    if (event->type == Event::Type::callback)
      late.emplace(event->callback, event->fields[0].value.word == "MPIX_KEY_NULL");
  EXPECT_EQ(late.size(), 6U);
}

TEST(RandomRun, WhatIsClearedIsThere) {
  RandomProgram what;
  what.calls = 1'000;
  const auto events = make(what).events;
  int clears = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].type != Event::Type::call || events[i].procedure != Procedure::value_clear) continue;
    ++clears;
    EXPECT_EQ(events[i + 1].type, Event::Type::callback) << i;
    EXPECT_EQ(events[i + 1].callback, Callback::destroy) << i;
  }
  EXPECT_GT(clears, 50);
}

// Memory and time per call stay what they are: there are never more objects than variables.
TEST(RandomRun, NothingPilesUp) {
  RandomProgram what;
  what.calls = 5'000;
  std::set<std::string> handles;
  std::size_t most = 0;
  for (const auto& event : make(what).events) {
    if (event.type != Event::Type::return_ || event.error != ErrorClass::success) continue;
    if (event.procedure == Procedure::comm_dup) handles.insert(event.fields[0].value.word);
    if (event.procedure == Procedure::comm_free) handles.erase(handles.begin()); // which one does not matter
    most = std::max(most, handles.size());
  }
  EXPECT_EQ(most, what.handles);
  EXPECT_GE(handles.size(), 1U);
}

TEST(RandomRun, OnlySomeProcedures) {
  RandomProgram what;
  what.calls = 100;
  what.procedures = {Procedure::key_create, Procedure::value_set};
  const auto made = make(what);
  EXPECT_EQ(made.calls.at(Procedure::comm_dup), 3);
  EXPECT_EQ(made.calls.at(Procedure::key_create), 4); // then every variable has one
  EXPECT_EQ(made.calls.at(Procedure::value_set), 93);
  what.procedures = {Procedure::comm_free};
  EXPECT_EQ(make(what).calls.at(Procedure::comm_free), 2); // one is left, and nothing more is valid
}

TEST(RandomRun, UnderOtherReadings) {
  const auto open = all_open("open");
  const auto queued = read_reading("ticket304-queued", "spec/readings");
  for (const auto* reading : {&open, &queued}) {
    RandomProgram what;
    what.calls = 300;
    const auto found = verdict(make(what, *reading).events, *reading);
    EXPECT_TRUE(found == Verdict::allowed || found == Verdict::unspecified) << reading->name;
  }
}

} // namespace
} // namespace moot
