// The graph of references, and what is left behind.
#include "model/search/references.h"

#include "model/model_test.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// The end of a program, which has one; objects by the variables that received them.
struct Ended {
  Program program;
  Reading reading;
  Machine machine{program, reading};
  Exploration exploration = explore(machine);
  State state;

  explicit Ended(const std::string& body, std::string_view answer = "")
      : program(moot::program(body)), reading(strict(answer)) {
    EXPECT_EQ(exploration.outcomes.size(), 1);
    state = replay(machine, path(machine, exploration, exploration.outcomes.at(0).state));
  }

  std::string name(Slot slot) const {
    const auto site = state.objects[slot].site;
    return site == no_site ? "_" : site < predefined_site ? program.variables[site - 1] : "MPI's";
  }
  std::string names(const std::vector<Slot>& slots) const {
    std::string text;
    for (const auto slot : slots) text += (text.empty() ? "" : " ") + name(slot);
    return text;
  }
  std::vector<std::string> cycles() const {
    std::vector<std::string> all;
    for (const auto& cycle : leak_in(state).cycles) all.push_back(names(cycle));
    return all;
  }
  std::string others() const { return names(leak_in(state).others); }

  // "program keeps a", "a keeps b", of what is left.
  std::vector<std::string> references() const {
    constexpr std::array<std::string_view, 6> words{"handle", "call", "value", "base", "comm", "operation"};
    const auto graph = references_of(state);
    std::vector<std::string> all;
    for (const auto& edge : boost::make_iterator_range(boost::edges(graph))) {
      const auto from = boost::source(edge, graph);
      const auto keeper = from == vertex_of_program(state) ? "program"
                          : from == vertex_of_calls(state) ? "MPI"
                                                           : name(static_cast<Slot>(from));
      const auto kept = name(static_cast<Slot>(boost::target(edge, graph)));
      all.push_back(keeper + " keeps " + kept + ": " +
                    std::string(words.at(static_cast<std::size_t>(graph[edge].type))));
    }
    return all;
  }
};

const std::string three = "MPIX_Key_create() -> a MPIX_Key_create() -> b MPIX_Key_create() -> d ";
const std::string two_under_each_other = three + "MPIX_Value_set(a, b, 1) MPIX_Value_set(b, a, 2) ";
const std::string free_all = "MPIX_Key_free(a) MPIX_Key_free(b) MPIX_Key_free(d)";

// ---- who keeps whom

TEST(References, OfHandlesAndValues) {
  EXPECT_THAT(
      Ended("MPIX_Key_create() -> a MPI_Info_create() -> i MPIX_Value_set(a, i, 1) MPIX_Key_free(a)").references(),
      UnorderedElementsAre("program keeps i: handle", "i keeps a: value"));
}

TEST(References, OfWhatIsBuiltAndOfOperations) {
  EXPECT_THAT(Ended("MPI_Type_contiguous(1, MPI_INT) -> t MPI_Type_contiguous(1, t) -> u MPI_Type_free(t)",
                    "derived-keeps-datatype=yes")
                  .references(),
              UnorderedElementsAre("program keeps MPI's: handle", "program keeps u: handle", "u keeps t: base",
                                   "t keeps MPI's: base"));
  EXPECT_THAT(Ended("MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r").references(),
              UnorderedElementsAre("program keeps MPI's: handle", "program keeps MPI's: handle",
                                   "program keeps r: handle", "MPI keeps r: operation", "r keeps MPI's: base",
                                   "r keeps MPI's: comm"));
}

// Keys under which a call in progress destroys, clears or replaces a value are no leak while it does: the law's own reckoning is asked in
// every state of random programs (properties/laws_test.cpp), and here in those of two.
TEST(References, OfCallsInProgress) {
  const auto free_key = "callback frees { MPIX_Key_free(k) } MPIX_Key_create(destroy: frees) -> k "
                        "MPI_Info_create() -> i MPIX_Value_set(k, i, 1) ";
  for (const std::string last : {"MPIX_Value_clear(k, i)", "MPIX_Value_set(k, i, 2)", "MPI_Info_free(i)"}) {
    const auto program = moot::program(free_key + last);
    const auto reading = strict();
    const Machine machine(program, reading);
    State state = machine.initial();
    Moves moves;
    bool kept_by_call = false;
    for (machine.moves(state, moves); !moves.empty(); machine.moves(state, moves)) {
      machine.apply(state, moves.front());
      EXPECT_TRUE(leak_in(state).empty()) << last;
      const auto graph = references_of(state);
      kept_by_call = kept_by_call || boost::out_degree(vertex_of_calls(state), graph) > 0;
    }
    EXPECT_TRUE(kept_by_call) << last;
  }
}

// ---- what is left behind

TEST(Leak, OfAKeyUnderItself) {
  const Ended ended("MPIX_Key_create() -> a MPIX_Value_set(a, a, 1) MPIX_Key_free(a)");
  EXPECT_THAT(ended.cycles(), ElementsAre("a"));
  EXPECT_EQ(ended.others(), "");
}

TEST(Leak, OfTwoUnderEachOther) {
  const Ended ended(two_under_each_other + free_all);
  EXPECT_THAT(ended.cycles(), ElementsAre("a b"));
  EXPECT_EQ(ended.others(), "");
}

TEST(Leak, WithWhatTheCycleKeeps) {
  const Ended ended(two_under_each_other + "MPIX_Value_set(d, b, 3) " + free_all);
  EXPECT_THAT(ended.cycles(), ElementsAre("a b"));
  EXPECT_EQ(ended.others(), "d");
}

TEST(Leak, OfTwoCycles) {
  const Ended apart(two_under_each_other + "MPIX_Value_set(d, d, 3) " + free_all);
  EXPECT_THAT(apart.cycles(), ElementsAre("a b", "d"));
  const Ended one_keeps_the_other(two_under_each_other + "MPIX_Value_set(d, d, 3) MPIX_Value_set(a, d, 4) " + free_all);
  EXPECT_THAT(one_keeps_the_other.cycles(), ElementsAre("a b", "d"));
}

// Through all three goes a cycle, and through two: the shorter one is told.
TEST(Leak, TellsAShortestCycle) {
  const Ended ended(three +
                    "MPIX_Value_set(b, a, 1) MPIX_Value_set(d, b, 2) MPIX_Value_set(a, d, 3) MPIX_Value_set(a, b, 4) " +
                    free_all);
  EXPECT_THAT(ended.cycles(), ElementsAre("a b"));
  EXPECT_EQ(ended.others(), "d");
}

TEST(Leak, OfCyclesAlone) {
  EXPECT_THAT(Ended(two_under_each_other + "MPIX_Key_free(a) MPIX_Key_free(d)").cycles(), IsEmpty()); // b was not freed
  EXPECT_THAT(Ended(two_under_each_other + "MPIX_Value_clear(a, b) " + free_all).cycles(), IsEmpty());
  EXPECT_THAT(Ended(three + "MPIX_Value_set(a, b, 1) MPIX_Value_set(b, d, 2) " + free_all).cycles(), IsEmpty());
  EXPECT_THAT(Ended(two_under_each_other + "MPI_Info_create() -> i MPIX_Value_set(a, i, 3) " + free_all).cycles(),
              IsEmpty()); // i, which was not freed, keeps a
}

// ---- of an exploration

TEST(Leak, IsOneUnlessMpiFinalizeWillCollectIt) {
  const auto leaks = [](const std::string& ending, std::string_view answer) {
    return Ended(two_under_each_other + free_all + ending, answer).exploration.outcomes.at(0).leaks.size();
  };
  for (const std::string ending : {"", " MPI_Finalize()"}) {
    EXPECT_EQ(leaks(ending, "key-cycle=leak"), 1) << ending;
    EXPECT_EQ(leaks(ending, "key-cycle=collected-at-finalize"), 0) << ending;
  }
}

// The destroy callback of either key may come first, and each frees other keys.
TEST(Leak, IsToldOnceForEachSetOfObjects) {
  const auto program =
      moot::program("callback mine { if order == 0 { MPIX_Value_clear(b, a) } order := 1 }\n"
                    "callback yours { order := 1 }\n"
                    "MPIX_Key_create(destroy: mine) -> p MPIX_Key_create(destroy: yours) -> q " +
                    three +
                    "MPIX_Value_set(a, b, 1) MPIX_Value_set(b, a, 2) MPIX_Value_set(d, d, 3) order := 0\n"
                    "MPI_Info_create() -> i MPIX_Value_set(p, i, 1) MPIX_Value_set(q, i, 1) MPI_Info_free(i)\n" +
                    free_all + " observe order");
  const auto reading = strict();
  const Machine machine(program, reading);
  const auto exploration = explore(machine);
  ASSERT_EQ(exploration.outcomes.size(), 1);
  std::vector<std::size_t> sizes;
  for (const auto& leak : exploration.outcomes[0].leaks)
    sizes.push_back(leak_in(replay(machine, path(machine, exploration, leak.state))).cycles.size());
  EXPECT_THAT(sizes, UnorderedElementsAre(1, 2));
}

TEST(Leak, RestsOnTheAnswer) {
  const Ended ended(two_under_each_other + free_all, "key-cycle=open");
  const auto& outcome = ended.exploration.outcomes.at(0);
  EXPECT_EQ(outcome.verdict, Verdict::unspecified);
  ASSERT_EQ(outcome.leaks.size(), 1);
  ASSERT_EQ(outcome.leaks[0].under.size(), 1);
  EXPECT_EQ(to_text(outcome.leaks[0].under[0]), "key-cycle = leak");
}

} // namespace
} // namespace moot
