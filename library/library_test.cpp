// The library as a user sees it: only public headers.
#include <moot/check.h>
#include <moot/explore.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <set>
#include <thread>

namespace moot::v1 {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr auto other_key = R"(litmus "Is another key's value still there?"
callback peek_b { MPIX_Value_get(b, handle) -> seen_b }
callback peek_a { MPIX_Value_get(a, handle) -> seen_a }
MPIX_Key_create(free: peek_b) -> a
MPIX_Key_create(free: peek_a) -> b
MPI_Comm_dup(MPI_COMM_SELF) -> c
MPIX_Value_set(a, c, 1)
MPIX_Value_set(b, c, 2)
MPI_Comm_free(c)
observe seen_a, seen_b
)";

Program example() { return Program::parse(other_key); }
LawBook book() { return LawBook("spec"); }

// What it throws: place and message.
std::pair<std::string, std::string> error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return {error.where(), error.what()};
  }
  return {"no error", ""};
}

// ---- law.h

TEST(LibraryLaw, HasQuestionsWithTheirAnswers) {
  const auto all = questions();
  const auto found = std::ranges::find(all, "other-key-in-free", &Question::id);
  ASSERT_NE(found, all.end());
  EXPECT_THAT(found->answers, ElementsAre("by-order", "present", "absent"));
  EXPECT_TRUE(found->asked);
  EXPECT_TRUE(std::ranges::all_of(all, &Question::asked)); // (none waits for anything)
}

TEST(LibraryReading, IsOpenUntilItIsAnswered) {
  const Reading open("mine");
  EXPECT_EQ(open.name(), "mine");
  EXPECT_EQ(open.answer("other-key-in-free"), std::nullopt);
  const auto present = open.with("other-key-in-free", "present");
  EXPECT_EQ(present.answer("other-key-in-free"), "present");
  EXPECT_EQ(open.answer("other-key-in-free"), std::nullopt);
  EXPECT_EQ(present.with("other-key-in-free", "open").answer("other-key-in-free"), std::nullopt);
}

TEST(LibraryReading, SaysWhatThereIsInsteadOfAWrongName) {
  EXPECT_THAT(error_of([] { Reading().with("other-key-in-free", "maybe"); }).second,
              HasSubstr("its answers are by-order, present, absent, open"));
  EXPECT_THAT(error_of([] { Reading().answer("other-key-in-fre"); }).second,
              HasSubstr("did you mean 'other-key-in-free'"));
}

TEST(LibraryLawBook, IsWhereTheTargetSays) { EXPECT_THAT(LawBook().readings(), Contains("ticket304-strict")); }

TEST(LibraryLawBook, ReadsReadings) {
  const auto strict = book().reading("ticket304-strict");
  EXPECT_EQ(strict.name(), "ticket304-strict");
  EXPECT_EQ(strict.answer("other-key-in-free"), "by-order");
  EXPECT_EQ(book().reading("ticket304").answer("other-key-in-free"), std::nullopt);
  EXPECT_EQ(book().reading("spec/readings/ticket304.toml").name(), "ticket304");
}

TEST(LibraryLawBook, ReadsClausesAndSentences) {
  const auto order = book().clause("t304.free.order");
  EXPECT_EQ(order.source, "ticket304");
  EXPECT_THAT(order.text, HasSubstr("non-deterministic"));
  EXPECT_THAT(order.place, StartsWith("line"));
  const auto all = book().clauses();
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, &Clause::id));
  EXPECT_THAT(LawBook::sentence("other-key-in-free"), HasSubstr("free callback"));
}

TEST(LibraryLawBook, SaysWhichFileIsToBlame) {
  EXPECT_EQ(error_of([] { LawBook("no/such/folder"); }).first, "no/such/folder");
  EXPECT_THAT(error_of([] { book().reading("ticket305"); }).second, HasSubstr("ticket305"));
  EXPECT_THAT(error_of([] { book().clause("t304.no"); }).second, HasSubstr("there is no clause 't304.no'"));
}

// ---- program.h

TEST(LibraryProgram, ParsesAndPrints) {
  const auto program = example();
  EXPECT_EQ(program.title(), "Is another key's value still there?");
  EXPECT_THAT(program.observed(), ElementsAre("seen_a", "seen_b"));
  EXPECT_TRUE(program.uses_keys());
  EXPECT_FALSE(program.uses_keyvals());
  EXPECT_EQ(Program::parse(program.print()), program);
}

TEST(LibraryProgram, SaysWhereACaseIsWrong) {
  const auto [where, what] = error_of([] { Program::parse("litmus \"x\"\nMPIX_Value_sit(a)\n", "typo.litmus"); });
  EXPECT_EQ(where, "typo.litmus:2:1");
  EXPECT_THAT(what, StartsWith("typo.litmus:2:1: unknown procedure 'MPIX_Value_sit'"));
  EXPECT_THAT(error_of([] { Program::from_file("no/such/case"); }).first, "no/such/case");
}

TEST(LibraryProgram, ShowsWhatItObserved) {
  EXPECT_EQ(example().to_text({Value::of(1), Value{}}), "seen_a = 1, seen_b = null");
  EXPECT_EQ(example().to_text({std::nullopt, Value::of("MPI_COMM_NULL")}), "seen_b = MPI_COMM_NULL");
  EXPECT_EQ(example().to_text({std::nullopt, std::nullopt}), "(nothing observed)");
  EXPECT_THAT(error_of([] { example().to_text({Value{}}); }).second, "1 values for 2 observed variables");
}

TEST(LibraryProgram, IsRunByAProcess) {
  const auto ranks = Program::parse("litmus \"x\"\nr := rank + 10 * size\nobserve r\n");
  const auto seen = [](const Program& program) { return explore(program, Reading()).outcomes.at(0).observed; };
  EXPECT_THAT(seen(ranks), ElementsAre(Value::of(10)));
  EXPECT_THAT(seen(ranks.run_by(2, 3)), ElementsAre(Value::of(32)));
  EXPECT_THAT(error_of([&] { ranks.run_by(3, 3); }).second, HasSubstr("no rank 3 of 3"));
}

// ---- machine.h and explore.h

// Every run, without looking whether a state was there before.
void run_all(const Machine& machine, const State& state, std::set<Observed>& seen) {
  if (machine.moves(state).empty()) {
    ASSERT_TRUE(state.finished());
    seen.insert(machine.observed(state));
  }
  for (const auto& move : machine.moves(state)) {
    State next = state;
    machine.apply(next, move);
    run_all(machine, next, seen);
  }
}

TEST(LibraryMachine, ReachesWhatExploreFinds) {
  for (const auto* name : {"ticket304", "ticket304-strict"}) {
    const auto reading = book().reading(name);
    const Machine machine(example(), reading);
    std::set<Observed> seen;
    run_all(machine, machine.initial(), seen);
    std::set<Observed> found;
    for (const auto& outcome : explore(example(), reading).outcomes) found.insert(outcome.observed);
    EXPECT_EQ(seen, found) << name;
    EXPECT_EQ(seen.size(), name == std::string("ticket304") ? 4U : 2U);
  }
}

// The first of the moves, to the end.
State run_first(const Machine& machine, std::vector<Event>& events, std::string& choices) {
  auto state = machine.initial();
  for (auto moves = machine.moves(state); !moves.empty(); moves = machine.moves(state)) {
    choices += moves.front().is_mpis() ? 'm' : 'p';
    for (auto& event : machine.apply(state, moves.front())) events.push_back(std::move(event));
  }
  return state;
}

Machine machine_of(const std::string& statements, const std::string& reading) {
  return {Program::parse("litmus \"x\"\n" + statements), book().reading(reading)}; // both go, the machine stays
}

TEST(LibraryMachine, TellsWhatHappensAndWhoseChoiceItWas) {
  const auto machine =
      machine_of("MPI_Comm_dup(MPI_COMM_SELF) -> c\nMPI_Comm_free(c)\nMPI_Comm_dup(MPI_COMM_SELF) -> d\n"
                 "MPI_Comm_free(d)\n",
                 "ticket304");
  std::vector<Event> events;
  std::string choices;
  EXPECT_TRUE(run_first(machine, events, choices).finished());
  EXPECT_EQ(to_text(events), "MPI_Comm_dup(MPI_COMM_SELF) -> c1\nMPI_Comm_free(c1)\nMPI_Comm_dup(MPI_COMM_SELF) -> c2\n"
                             "MPI_Comm_free(c2)\n");
  EXPECT_EQ(choices, "pmpmpmpmp"); // each call and its return, and the end
}

TEST(LibraryMachine, AbortsWhereAnErrorIsFatal) {
  const auto machine =
      machine_of("callback fails { return MPI_ERR_OTHER }\nMPI_Comm_create_keyval(delete: fails) -> k\n"
                 "MPI_Comm_dup(MPI_COMM_SELF) -> c\nMPI_Comm_set_attr(c, k, 1)\n"
                 "MPI_Comm_set_errhandler(c, MPI_ERRORS_ARE_FATAL)\nx := MPI_Comm_delete_attr(c, k)\n",
                 "mpi-3.1");
  std::vector<Event> events;
  std::string choices;
  const auto state = run_first(machine, events, choices);
  EXPECT_TRUE(state.aborted());
  EXPECT_FALSE(state.finished());
  EXPECT_EQ(state.erroneous(), std::nullopt);
}

TEST(LibraryMachine, EndsWhereTheProgramBreaksAClause) {
  const Machine machine(Program::parse("litmus \"x\"\nMPI_Comm_free(MPI_COMM_SELF)\n"),
                        book().reading("ticket304-strict"));
  auto state = machine.initial();
  EXPECT_EQ(state.erroneous(), std::nullopt);
  machine.apply(state, machine.moves(state).at(0));
  EXPECT_EQ(state.erroneous(), "mpi.handle.predefined");
  EXPECT_FALSE(state.finished());
  EXPECT_THAT(machine.moves(state), IsEmpty());
}

TEST(LibraryMachine, KeepsToAnAnswer) {
  const Machine machine(example(), book().reading("ticket304"));
  auto state = machine.initial();
  EXPECT_THAT(state.answers(), IsEmpty());
  while (state.answers().empty()) {
    const auto moves = machine.moves(state);
    ASSERT_FALSE(moves.empty());
    machine.apply(state, moves.back());
  }
  EXPECT_EQ(state.answers().front().question, "other-key-in-free");
}

TEST(LibraryExplore, TellsUnderWhichAnswersAndHow) {
  const auto found = explore(example(), book().reading("ticket304"));
  ASSERT_EQ(found.outcomes.size(), 4U);
  EXPECT_FALSE(found.cut_off);
  const auto& both = found.outcomes.back();
  EXPECT_EQ(example().to_text(both.observed), "seen_a = 1, seen_b = 2");
  EXPECT_TRUE(both.unspecified);
  ASSERT_EQ(both.under.size(), 1U);
  EXPECT_EQ(to_text(both.under.front()), "other-key-in-free = present");
  EXPECT_THAT(to_text(both.witness), HasSubstr("    MPIX_Value_get(k2, c1) -> 2\n"));
}

TEST(LibraryExplore, AllowedUnderEveryAnswer) {
  const auto found = explore(example(), book().reading("ticket304-strict"));
  ASSERT_EQ(found.outcomes.size(), 2U);
  EXPECT_FALSE(found.outcomes.front().unspecified);
  EXPECT_THAT(found.outcomes.front().under, ElementsAre(IsEmpty()));
}

TEST(LibraryExplore, FindsFaults) {
  const auto found =
      explore(Program::parse("litmus \"x\"\nMPI_Comm_free(MPI_COMM_SELF)\n"), book().reading("ticket304-strict"));
  EXPECT_THAT(found.outcomes, IsEmpty());
  ASSERT_EQ(found.erroneous.size(), 1U);
  EXPECT_EQ(found.erroneous.front().clause, "mpi.handle.predefined");
}

TEST(LibraryExplore, SaysWhereItWasCutOff) {
  Limits limits;
  limits.states = 1;
  const auto few = explore(example(), book().reading("ticket304"), limits);
  ASSERT_TRUE(few.cut_off);
  EXPECT_EQ(few.cut_off->by, CutOff::By::states);
  EXPECT_EQ(few.cut_off->words, "cut off after 1 state");
  const std::atomic<bool> stop = true;
  limits = {};
  limits.stop = &stop;
  const auto stopped = explore(example(), book().reading("ticket304"), limits);
  ASSERT_TRUE(stopped.cut_off);
  EXPECT_EQ(stopped.cut_off->by, CutOff::By::stop);
}

TEST(LibraryExplore, MayBeCalledByManyThreads) {
  const auto reading = book().reading("ticket304");
  const auto program = example();
  std::vector<std::size_t> counts(4);
  {
    std::vector<std::thread> threads;
    for (auto& count : counts) threads.emplace_back([&] { count = explore(program, reading).outcomes.size(); });
    for (auto& thread : threads) thread.join();
  }
  EXPECT_THAT(counts, testing::Each(4U));
}

// ---- check.h

std::vector<Event> witness_of(std::size_t outcome) {
  return explore(example(), book().reading("ticket304-strict")).outcomes.at(outcome).witness;
}

Report judged(const std::vector<Event>& events, const Reading& reading, Ending ending = Ending::finished) {
  Checker checker(reading);
  for (const auto& event : events) checker.event(event);
  checker.ending(ending);
  return checker.report();
}

TEST(LibraryCheck, AllowsWhatTheModelDoes) {
  const auto report = judged(witness_of(0), book().reading("ticket304-strict"));
  EXPECT_EQ(report.verdict, Verdict::allowed);
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.events, witness_of(0).size());
}

TEST(LibraryCheck, SaysWhatWasAllowedInstead) {
  auto events = witness_of(0);
  const auto get = std::ranges::find_if(events, [](const Event& event) {
    return event.type == Event::Type::call_returns && event.name == "MPIX_Value_get";
  });
  ASSERT_NE(get, events.end());
  const auto right = get->fields.at(0).value;
  get->fields.at(0).value = Value::of(7);
  const auto report = judged(events, book().reading("ticket304-strict"));
  EXPECT_EQ(report.verdict, Verdict::forbidden);
  ASSERT_EQ(report.findings.size(), 1U);
  const auto& finding = report.findings.front();
  EXPECT_EQ(finding.sequence, static_cast<std::uint64_t>(get - events.begin()) + 1);
  EXPECT_EQ(finding.event, *get);
  EXPECT_THAT(finding.clause, StartsWith("t304."));
  ASSERT_EQ(finding.allowed.size(), 1U);
  EXPECT_EQ(finding.allowed.front().fields.at(0).value, right);
}

TEST(LibraryCheck, UnspecifiedUnderSomeAnswers) {
  const auto report = judged(witness_of(0), book().reading("ticket304"));
  EXPECT_EQ(report.verdict, Verdict::unspecified);
  EXPECT_EQ(to_text(report.findings.at(0).allowed_under.at(0)), "other-key-in-free = by-order");
}

TEST(LibraryCheck, ARunThatDies) {
  auto events = witness_of(0);
  events.pop_back(); // the last return
  EXPECT_EQ(judged(events, book().reading("ticket304-strict"), Ending::crashed).verdict, Verdict::forbidden);
}

TEST(LibraryCheck, RefusesWhatIsNoRun) {
  Checker checker{Reading()};
  Event event;
  event.name = "MPI_Comm_fry";
  EXPECT_THAT(error_of([&] { checker.event(event); }).second, HasSubstr("procedure 'MPI_Comm_fry'"));
  event.type = Event::Type::call_returns;
  event.name = "MPI_Comm_free";
  EXPECT_THAT(error_of([&] { checker.event(event); }).second, HasSubstr("the return of a call that did not begin"));
}

TEST(LibraryCheck, ReadsFilesAndText) {
  const auto reading = book().reading("mpi-3.1");
  const auto crashed = check_file("traces/format/fuzz_seeds/crashed.trace", reading);
  EXPECT_EQ(crashed.events, 1U);
  EXPECT_EQ(crashed.verdict, Verdict::unspecified); // null-callbacks is open
  EXPECT_EQ(crashed.findings.back().sequence, 2U);
  EXPECT_EQ(check_file("traces/format/fuzz_seeds/copy.trace.zst", reading).events, 6U);
  EXPECT_EQ(check_text("{\"moot_trace\":1}\n", reading).verdict, Verdict::allowed);
  EXPECT_EQ(error_of([&] { check_text("{\"moot_trace\":1}\n{\"n\":7}\n", reading, "mine"); }).first, "mine:2");
  EXPECT_EQ(error_of([&] { check_file("no/such.trace", reading); }).first, "no/such.trace");
}

} // namespace
} // namespace moot::v1
