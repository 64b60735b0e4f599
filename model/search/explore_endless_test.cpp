// Programs that may never end: they wait, go round, nest or grow.
#include "model/model_test.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> answers(const std::vector<AnswerSet>& sets) {
  std::vector<std::string> texts;
  texts.reserve(sets.size());
  for (const auto& set : sets) texts.push_back(to_text(set));
  return texts;
}

std::vector<std::string_view> clauses(const std::vector<Fault>& faults) {
  std::vector<std::string_view> ids;
  ids.reserve(faults.size());
  for (const auto& fault : faults) ids.push_back(id(fault.clause));
  return ids;
}

// The state that the witness of an endless run leads to.
State last(const Machine& machine, const Exploration& exploration) {
  return replay(machine, path(machine, exploration, exploration.endless.at(0).state));
}

// ---- waits

TEST(Endless, AReceiveThatNobodySendsTo) {
  const auto waits = program("MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Wait(r) x := 1 observe x");
  const auto reading = strict();
  const Machine machine(waits, reading);
  const auto found = explore(machine);
  EXPECT_THAT(found.outcomes, IsEmpty());
  EXPECT_THAT(found.erroneous, IsEmpty());
  ASSERT_EQ(found.endless.size(), 1);
  const auto state = last(machine, found);
  Moves moves;
  machine.moves(state, moves);
  EXPECT_THAT(moves, IsEmpty());
  EXPECT_FALSE(Machine::finished(state));
  EXPECT_EQ(state.frames.back().call().procedure, Procedure::wait);
}

TEST(Endless, AProgramThatMayWaitForEverOrNot) {
  // The test may say 0 although the operation can complete; then the program waits for another message.
  const auto may_wait = program("MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Send(MPI_INT, MPI_COMM_SELF)\n"
                                "MPI_Test(r) -> f\n"
                                "if f == 0 { MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> s MPI_Wait(s) }\n"
                                "observe f");
  const auto reading = strict();
  const auto found = explore(Machine(may_wait, reading));
  ASSERT_EQ(found.outcomes.size(), 1);
  EXPECT_EQ(found.outcomes[0].observed[0]->number, 1);
  EXPECT_EQ(found.endless.size(), 1);
}

// ---- goes round

TEST(Endless, ACycleOfStates) {
  // Each value that the destroy callback of a replacement sets is destroyed by a callback that sets another.
  const auto cycle = parse_case_file("spec/litmus/ticket304/set-in-destroy-for-ever.litmus");
  const auto reading = strict("set-in-destroy=outer-wins-inner-destroyed");
  const Machine machine(cycle, reading);
  const auto found = explore(machine);
  EXPECT_THAT(found.outcomes, IsEmpty());
  EXPECT_THAT(found.erroneous, IsEmpty());
  ASSERT_EQ(found.endless.size(), 1);
  EXPECT_THAT(answers(found.endless[0].under), ElementsAre(""));
  // The witness leads into the cycle: in the second set, which does not return.
  const auto state = last(machine, found);
  EXPECT_EQ(
      std::ranges::count_if(
          state.frames, [](const Frame& it) { return it.is_call() && it.call().procedure == Procedure::value_set; }),
      1);
}

TEST(Endless, ACycleThatSomeRunsLeave) {
  // The test may say 0 any number of times, and each time the callback begins anew; or 1 at last.
  const auto leaves = program("callback again { MPI_Test(r) -> f if f == 0 { MPIX_Value_set(k, handle, 1) } f := 0 }\n"
                              "MPIX_Key_create(free: again) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                              "MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Send(MPI_INT, MPI_COMM_SELF)\n"
                              "MPIX_Value_set(k, c, 1) MPI_Comm_free(c) x := 1 observe x");
  const auto reading = strict("mutate-in-free=queued");
  const auto found = explore(Machine(leaves, reading));
  EXPECT_EQ(found.outcomes.size(), 1);
  EXPECT_EQ(found.endless.size(), 1);
}

// A run goes round whatever becomes of the old value (value-after-free-callback).
TEST(Endless, EveryAnswerUnderWhichItGoesRound) {
  const auto cycle = parse_case_file("spec/litmus/ticket304/set-own-key-in-free-for-ever.litmus");
  const auto reading = all_open("open");
  const auto found = explore(Machine(cycle, reading));
  EXPECT_THAT(found.outcomes, IsEmpty());
  EXPECT_THAT(clauses(found.erroneous), ElementsAre("t304.free.mutate"));
  ASSERT_EQ(found.endless.size(), 1);
  EXPECT_THAT(answers(found.endless[0].under), ElementsAre("mutate-in-free = queued"));
}

// ---- nests

TEST(Endless, NestsUnderSomeAnswersOnly) {
  // recurses: a destroy callback in a destroy callback, ever deeper; outer-wins-inner-destroyed: round and round.
  const auto nests = parse_case_file("spec/litmus/ticket304/set-in-destroy-for-ever.litmus"); // observes v
  const auto reading = strict("set-in-destroy=open");
  const auto found = explore(Machine(nests, reading));
  ASSERT_EQ(found.outcomes.size(), 2);
  EXPECT_EQ(found.outcomes[0].observed[0]->number, 2); // the outer value
  EXPECT_THAT(answers(found.outcomes[0].under), ElementsAre("set-in-destroy = outer-wins-inner-silent"));
  EXPECT_EQ(found.outcomes[1].observed[0]->number, 7);
  EXPECT_THAT(answers(found.outcomes[1].under), ElementsAre("set-in-destroy = inner-wins"));
  EXPECT_THAT(clauses(found.erroneous), ElementsAre("t304.destroy.replace"));
  EXPECT_THAT(answers(found.erroneous[0].under), ElementsAre("set-in-destroy = erroneous"));
  ASSERT_EQ(found.endless.size(), 1);
  EXPECT_THAT(answers(found.endless[0].under),
              UnorderedElementsAre("set-in-destroy = recurses", "set-in-destroy = outer-wins-inner-destroyed"));
}

TEST(Endless, AProgramThatOnlyRecurses) {
  const auto recurses = program("callback f { MPI_Comm_dup(handle) -> d }\n"
                                "MPIX_Key_create(copy: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                                "MPIX_Value_set(k, c, 1) MPI_Comm_dup(c) -> d");
  for (const auto& reading : {strict(), all_open("open")})
    for (const std::size_t depth : {1'000, 50}) {
      const Machine machine(recurses, reading);
      const auto found = explore(machine, {.depth = depth});
      EXPECT_THAT(found.outcomes, IsEmpty());
      ASSERT_EQ(found.endless.size(), 1);
      EXPECT_THAT(answers(found.endless[0].under), ElementsAre(""));
      EXPECT_FALSE(found.cut_off);
      EXPECT_GT(last(machine, found).frames.size(), depth);
    }
}

// Calls that nest some hundred deep and come back are no fault.
TEST(Endless, NotWhereItComesBack) {
  const auto deep =
      program("callback f {\n"
              "  n := n + 1\n"
              "  if n < 300 { MPI_Comm_dup(MPI_COMM_SELF) -> c MPIX_Value_set(k, c, n) MPI_Comm_free(c) }\n"
              "  back := back + 1\n"
              "}\n"
              "MPIX_Key_create(free: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
              "MPIX_Value_set(k, c, 0) MPI_Comm_free(c) observe n, back, c");
  const auto reading = strict();
  const Machine machine(deep, reading);
  const Observed all{Seen{Seen::Type::integer, 300, ""}, Seen{Seen::Type::integer, 300, ""},
                     Seen{Seen::Type::word, 0, "MPI_COMM_NULL"}};
  const auto is_all = [&](const Exploration& found) {
    return found.outcomes.size() == 1 && found.outcomes[0].observed == all &&
           found.outcomes[0].verdict == Verdict::allowed && found.endless.empty() && found.erroneous.empty();
  };
  EXPECT_TRUE(is_all(explore(machine)));
  // 300 free calls and 300 callbacks over main; in the innermost nothing is called.
  EXPECT_TRUE(is_all(explore(machine, {.depth = 601})));
  // It counts: whether it ends is not known then.
  const auto cut = explore(machine, {.depth = 600});
  ASSERT_TRUE(cut.cut_off);
  EXPECT_EQ(cut.cut_off->by, CutOff::By::depth);
  EXPECT_THAT(cut.outcomes, IsEmpty());
  EXPECT_THAT(cut.endless, IsEmpty());
}

// ---- grows

TEST(Endless, MakesEverMoreObjectsWithoutNesting) {
  // Each free callback leaves a communicator behind and queues the next free callback.
  const auto grows = program("callback f { MPI_Comm_dup(MPI_COMM_SELF) -> d MPIX_Value_set(k, handle, 1) }\n"
                             "MPIX_Key_create(free: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                             "MPIX_Value_set(k, c, 1) MPI_Comm_free(c)");
  const auto reading = strict("mutate-in-free=open");
  const auto found = explore(Machine(grows, reading), {.states = 10'000});
  EXPECT_THAT(found.outcomes, IsEmpty());
  EXPECT_THAT(clauses(found.erroneous), ElementsAre("t304.free.mutate"));
  ASSERT_EQ(found.endless.size(), 1);
  EXPECT_THAT(answers(found.endless[0].under), ElementsAre("mutate-in-free = queued"));
  const auto queued = read_reading("ticket304-queued", "spec/readings");
  EXPECT_EQ(explore(Machine(grows, queued)).endless.size(), 1);
}

TEST(Endless, ALongProgramDoesNotGrowForEver) {
  std::string text = "callback f { MPI_Comm_dup(MPI_COMM_SELF) -> d } MPIX_Key_create(destroy: f) -> k\n";
  for (int i = 0; i < 600; ++i)
    text += "MPI_Comm_dup(MPI_COMM_SELF) -> c MPIX_Value_set(k, c, 1) MPIX_Value_clear(k, c)\n";
  const auto found = explore(Machine(program(text), strict()));
  EXPECT_THAT(found.endless, IsEmpty());
  EXPECT_FALSE(found.cut_off);
  EXPECT_EQ(found.outcomes.size(), 1);
}

TEST(Endless, GrowsUnderManyAnswersAtOnce) {
  // The free callback is the destroy callback, too: of the value that it replaces, where that is still stored.
  const auto grows = program("callback f1 { MPI_Comm_dup(handle) -> c2 MPIX_Value_set(k1, c1, 4) }\n"
                             "MPIX_Key_create(free: f1, destroy: f1) -> k1 MPI_Comm_dup(MPI_COMM_SELF) -> c1\n"
                             "MPIX_Value_set(k1, c1, 1) MPI_Comm_free(c1)");
  const auto reading = all_open("open");
  const auto found = explore(Machine(grows, reading), {.states = 10'000});
  EXPECT_THAT(found.outcomes, IsEmpty());
  // The first dup and the first set may be at fault, and the set in the destroy callback of the value replaced.
  EXPECT_THAT(clauses(found.erroneous),
              UnorderedElementsAre("t304.free.handle-works", "t304.free.mutate", "t304.destroy.replace"));
  ASSERT_EQ(found.endless.size(), 1);
  // Where none of the three is. What dup copies makes no difference, but is a question with a third answer (erroneous).
  std::vector<std::string> expected;
  for (const auto* const old : {"value-after-free-callback = cleared", "set-in-destroy = inner-wins",
                                "set-in-destroy = outer-wins-inner-destroyed",
                                "set-in-destroy = outer-wins-inner-silent", "set-in-destroy = recurses"})
    for (const auto* const copied : {"all", "not-yet-run"})
      expected.push_back(fmt::format("mutate-in-free = queued, {}, dup-in-free = {}", old, copied));
  EXPECT_THAT(answers(found.endless[0].under), testing::UnorderedElementsAreArray(expected));
}

} // namespace
} // namespace moot
