// Explorations that are cut off: by which limit, what they say, and what they know nevertheless.
#include "model/model_test.h"

#include <gmock/gmock.h>

#include <atomic>

namespace moot {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

// A program whose counter makes each round another state: under outer-wins-inner-destroyed it goes round, under recurses it nests,
// under the other answers it ends.
Program counting() {
  return program("callback f { n := n + 1 MPIX_Value_set(k, handle, n) }\n"
                 "MPIX_Key_create(destroy: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                 "MPIX_Value_set(k, c, 1) MPIX_Value_set(k, c, 2) observe n");
}

Exploration counted(const std::string& answer, const ExploreLimits& limits = {}) {
  const auto counts = counting();
  const auto reading = strict("set-in-destroy=" + answer);
  return explore(Machine(counts, reading), limits);
}

std::string words(const Exploration& found) { return found.cut_off ? found.cut_off->words : "complete"; }

TEST(Limits, NoneIsReached) { EXPECT_EQ(words(counted("inner-wins")), "complete"); }

TEST(Limits, Callbacks) {
  EXPECT_EQ(words(counted("outer-wins-inner-destroyed")),
            "cut off after 2000 callbacks of one statement: this run may never end (further: --callbacks N)");
  EXPECT_EQ(words(counted("outer-wins-inner-destroyed", {.callbacks = 9})),
            "cut off after 9 callbacks of one statement: this run may never end (further: --callbacks N)");
}

TEST(Limits, Depth) {
  EXPECT_EQ(words(counted("recurses")), "cut off at depth 1000 of calls in calls, or with more objects: this run may "
                                        "never end (further: --depth N)");
}

// The counter is only observed: nothing that it does may end the run.
TEST(Limits, NotesAreNoCounters) {
  const auto notes = program("callback f { n := n + 1 log := log * 10 + value MPIX_Value_set(k, handle, 7) }\n"
                             "MPIX_Key_create(destroy: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                             "MPIX_Value_set(k, c, 1) MPIX_Value_set(k, c, 2) observe n, log");
  for (const std::string answer : {"outer-wins-inner-destroyed", "recurses"}) {
    const auto reading = strict("set-in-destroy=" + answer);
    const Machine machine(notes, reading);
    const auto found = explore(machine);
    EXPECT_EQ(words(found), "complete") << answer;
    ASSERT_THAT(found.endless, SizeIs(1)) << answer;
    EXPECT_THAT(found.outcomes, IsEmpty());
    EXPECT_FALSE(Machine::finished(replay(machine, path(machine, found, found.endless[0].state))));
  }
  const auto open = strict("set-in-destroy=open");
  const auto found = explore(Machine(notes, open));
  EXPECT_EQ(words(found), "complete");
  ASSERT_THAT(found.endless, SizeIs(1));
  EXPECT_THAT(found.endless[0].under, SizeIs(2));
  EXPECT_THAT(found.outcomes, SizeIs(1));
}

// It goes round, and notes how often, as long as it likes: there is no end of outcomes.
TEST(Limits, NotesOfRoundsThatAreLeft) {
  const auto rounds = program("callback f { n := n + 1 MPI_Test(r) -> t if t == 0 { MPIX_Value_set(k, handle, 7) } }\n"
                              "MPIX_Key_create(destroy: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                              "MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Send(MPI_INT, MPI_COMM_SELF)\n"
                              "MPIX_Value_set(k, c, 1) MPIX_Value_set(k, c, 2) observe n");
  const auto reading = strict("set-in-destroy=outer-wins-inner-destroyed");
  const auto found = explore(Machine(rounds, reading), {.callbacks = 20});
  EXPECT_EQ(words(found),
            "cut off after 20 callbacks of one statement: this run may never end (further: --callbacks N)");
  EXPECT_THAT(found.endless, SizeIs(1));
  EXPECT_THAT(found.outcomes, testing::Not(IsEmpty()));
}

TEST(Limits, CallbacksCountFromStatementToStatement) {
  std::string many = "callback f { n := n + 1 } MPIX_Key_create(free: f) -> k\n";
  for (int i = 0; i < 50; ++i) many += "MPI_Comm_dup(MPI_COMM_SELF) -> c MPIX_Value_set(k, c, 1) MPI_Comm_free(c)\n";
  const auto fifty = program(many + "observe n");
  const auto reading = strict();
  const Machine machine(fifty, reading);
  EXPECT_EQ(words(explore(machine, {.callbacks = 50})), "complete");
}

// The counter stops it: at the limit that is not known yet.
TEST(Limits, ACounterMayEndTheRun) {
  const auto ends = program("callback f { n := n + 1 if n < 100 { MPIX_Value_set(k, handle, n) } }\n"
                            "MPIX_Key_create(destroy: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                            "MPIX_Value_set(k, c, 1) MPIX_Value_set(k, c, 2) observe n");
  for (const std::string answer : {"outer-wins-inner-destroyed", "recurses"}) {
    const auto reading = strict("set-in-destroy=" + answer);
    const Machine machine(ends, reading);
    const auto all = explore(machine);
    EXPECT_EQ(words(all), "complete");
    EXPECT_THAT(all.outcomes, SizeIs(1));
    const auto cut = explore(machine, {.depth = 40, .callbacks = 20});
    EXPECT_TRUE(cut.cut_off);
    EXPECT_THAT(cut.outcomes, IsEmpty());
    EXPECT_THAT(cut.endless, IsEmpty());
  }
}

TEST(Limits, WhatEndsIsKnownBesideWhatIsCutOff) {
  const auto counts = counting();
  const auto reading = strict("set-in-destroy=open");
  for (const std::uint64_t states : {100, 3'000, 20'000}) {
    const auto found = explore(Machine(counts, reading), {.states = states});
    EXPECT_TRUE(found.cut_off);
    EXPECT_THAT(found.outcomes, SizeIs(1));
    EXPECT_THAT(found.erroneous, SizeIs(1));
  }
}

// Each free callback may take any of two ways, and counts: however deep it goes first, the way that ends at once is found.
TEST(Limits, WhatIsNearTheStartIsKnown) {
  for (const std::string goes_on : {"0", "1"}) {
    const auto grows = program("callback f { n := n + 1 MPI_Test(r) -> t if t == " + goes_on +
                               " { MPIX_Value_set(k, handle, n) } }\n"
                               "MPIX_Key_create(destroy: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                               "MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Send(MPI_INT, MPI_COMM_SELF)\n"
                               "MPIX_Value_set(k, c, 1) MPIX_Value_set(k, c, 2) observe n");
    const auto reading = strict("set-in-destroy=outer-wins-inner-destroyed");
    const auto found = explore(Machine(grows, reading), {.states = 3'000, .callbacks = 100'000'000});
    EXPECT_EQ(words(found), "cut off after 3000 states (further: --states N)");
    ASSERT_FALSE(found.outcomes.empty()) << goes_on;
    EXPECT_EQ(found.outcomes[0].observed[0]->number, 1);
  }
}

TEST(Limits, StatesAreAsManyAsTheySay) {
  const auto counts = counting();
  const auto reading = strict("set-in-destroy=open");
  const Machine machine(counts, reading);
  const auto all = explore(machine);
  const auto states = boost::num_vertices(all.graph);
  EXPECT_EQ(words(all), words(explore(machine, {.states = states})));
  const auto fewer = explore(machine, {.states = 3});
  EXPECT_EQ(words(fewer), "cut off after 3 states (further: --states N)");
  EXPECT_EQ(boost::num_vertices(fewer.graph), 3);
}

TEST(Limits, WhatEndedItIsToldToo) {
  EXPECT_EQ(words(counted("open", {.states = 30})),
            "cut off at depth 1000 of calls in calls, or with more objects: this run may never end (further: --depth "
            "N); cut off after 30 states (further: --states N)");
}

TEST(Limits, Time) {
  const auto found =
      counted("outer-wins-inner-destroyed",
              {.states = 1'000'000'000, .callbacks = 1'000'000'000, .time = std::chrono::milliseconds(30)});
  EXPECT_EQ(words(found), "cut off after 0.03 s (longer: --time SECONDS)");
}

TEST(Limits, Stop) {
  const std::atomic<bool> stop{true};
  const auto found = counted("inner-wins", {.stop = &stop});
  EXPECT_EQ(words(found), "stopped");
  EXPECT_THAT(found.outcomes, IsEmpty());
}

TEST(Limits, WhatNoRuleCovers) {
  const auto value = program("MPIX_Key_create() -> k MPI_Add_error_code(MPI_SUCCESS) -> e");
  const auto reading = strict();
  const auto found = explore(Machine(value, reading));
  EXPECT_EQ(words(found),
            "not modelled: MPI_Add_error_code with MPI_SUCCESS, or with a class that is left to MPI, is not modelled");
  EXPECT_THAT(found.outcomes, IsEmpty());
}

// What the law says nothing of about codes that the program adds.
TEST(Limits, WhatIsNotKnownOfAddedErrors) {
  const auto reading = read_reading("mpi-3.1", "spec/readings");
  const auto said = [&](const std::string& text) {
    const auto of = program("MPI_Add_error_class() -> mine " + text);
    return words(explore(Machine(of, reading)));
  };
  const auto* const grown =
      "not modelled: MPI_LASTUSEDCODE, once the program has added error codes or classes, is not modelled";
  EXPECT_EQ(said("MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE) -> last"), grown);
  const auto* const before =
      "MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE) -> p MPI_Add_error_class() -> c x := int_at(p)";
  const auto of = program(before);
  EXPECT_EQ(words(explore(Machine(of, reading))), grown);
  EXPECT_EQ(said("x := mine < 100"), "not modelled: an error code in a comparison is not modelled");
  EXPECT_EQ(said("x := mine + 1"), "not modelled: an error code in arithmetic is not modelled");
  EXPECT_EQ(said("n := 7 MPI_Error_class(n) -> x"),
            "not modelled: what is no error class, as an error code, is not modelled");
  EXPECT_EQ(said("MPI_Add_error_code(MPI_SUCCESS) -> x").substr(0, 37), "not modelled: MPI_Add_error_code with");
}

// A get gives MPI_ERRORS_RETURN itself, or another handle of it; two gets, one handle or two.
TEST(Limits, WhetherAHandleIsGivenTwice) {
  const auto said = [&](const std::string& text) {
    const auto of = program(text);
    return words(explore(Machine(of, strict())));
  };
  const auto* const left =
      "not modelled: whether MPI gives one handle twice of a group or an error handler is left to it, and comparing "
      "two such handles is not modelled";
  EXPECT_EQ(said("MPI_Comm_get_errhandler(MPI_COMM_SELF) -> h same := h == MPI_ERRORS_RETURN"), left);
  EXPECT_EQ(said("MPI_Comm_group(MPI_COMM_SELF) -> g MPI_Comm_group(MPI_COMM_SELF) -> h same := g == h"), left);
  EXPECT_EQ(said("MPI_Comm_group(MPI_COMM_SELF) -> g h := g same := g == h x := g == MPI_GROUP_NULL"), "complete");
}

// error-without-object: in MPI-3.1 MPI_COMM_WORLD's handler gets it, no other one.
TEST(Limits, AnErrorThatBelongsToNoCommunicator) {
  const auto reading = read_reading("mpi-3.1", "spec/readings");
  const auto run = [&](const std::string& text) {
    const auto of = program("callback fails { return MPI_ERR_OTHER } MPI_Type_create_keyval(delete: fails) -> k "
                            "MPI_Type_dup(MPI_INT) -> t MPI_Type_set_attr(t, k, 1) " +
                            text + " MPI_Type_delete_attr(t, k)");
    return explore(Machine(of, reading));
  };
  const std::string of_world = "MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL) ";
  const std::string of_self = "MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL) ";
  EXPECT_EQ(run(of_world).aborts.size(), 1U);
  EXPECT_THAT(run(of_world).outcomes, IsEmpty());
  EXPECT_THAT(run(of_self).aborts, IsEmpty());
  EXPECT_EQ(run(of_self).outcomes.size(), 1U);
  const auto both = run(of_world + of_self);
  EXPECT_FALSE(both.cut_off);
  EXPECT_EQ(both.aborts.size(), 1U);
  EXPECT_THAT(both.outcomes, IsEmpty());
  const auto another = run("MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Comm_set_errhandler(c, MPI_ERRORS_ARE_FATAL)");
  EXPECT_EQ(another.aborts.size(), 0U);
  EXPECT_EQ(another.outcomes.size(), 1U);
}

} // namespace
} // namespace moot
