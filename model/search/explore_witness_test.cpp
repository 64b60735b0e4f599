// Witnesses: the moves and events that lead to an outcome.
#include "model/model_test.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "  free callback key=k1 handle=c1 value=7 context=0": indented by depth; calls of callbacks are marked with a `*`.
std::string to_text(const Event& event) {
  std::string text(event.depth, ' ');
  if (event.by == Event::By::callback) text += '*';
  switch (event.type) {
  case Event::Type::call: text += signature(event.procedure).name; break;
  case Event::Type::return_: text += std::string(signature(event.procedure).name) + " returns"; break;
  case Event::Type::callback: text += std::string(name(event.callback)) + " callback"; break;
  case Event::Type::end: text += std::string(name(event.callback)) + " ends"; break;
  }
  for (const auto& [name, value] : event.fields) text += " " + name + "=" + to_text(value);
  return text;
}

std::vector<std::string> witness(const Machine& machine, const Exploration& exploration, std::uint32_t state) {
  std::vector<std::string> lines;
  for (const auto& event : events(machine, path(machine, exploration, state))) lines.push_back(to_text(event));
  return lines;
}

TEST(Witness, IsAllThatHappensFromTheFirstCallToTheLastReturn) {
  const auto tiny = program("callback peek { MPIX_Value_get(k, handle) -> seen }\n"
                            "MPIX_Key_create(free: peek, context: 5) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                            "MPIX_Value_set(k, c, 7) MPI_Comm_free(c) observe seen");
  const auto reading = strict();
  const Machine machine(tiny, reading);
  const auto found = explore(machine);
  ASSERT_EQ(found.outcomes.size(), 1);
  EXPECT_THAT(witness(machine, found, found.outcomes[0].state),
              ElementsAre("MPIX_Key_create free=peek context=5",                  //
                          "MPIX_Key_create returns key=k1",                       //
                          "MPI_Comm_dup comm=MPI_COMM_SELF",                      //
                          "MPI_Comm_dup returns newcomm=c1",                      //
                          "MPIX_Value_set key=k1 handle=c1 value=7",              //
                          "MPIX_Value_set returns",                               //
                          "MPI_Comm_free comm=c1",                                //
                          " free callback key=k1 handle=c1 value=7 context=5",    //
                          "  *MPIX_Value_get key=k1 handle=c1",                   //
                          "  *MPIX_Value_get returns value=null",                 //
                          " free ends",                                           //
                          " destroy callback key=k1 handle=c1 value=7 context=5", //
                          " destroy ends",                                        //
                          "MPI_Comm_free returns"));
}

TEST(Witness, OfAFaultEndsWithTheCallAtFault) {
  const auto fault = program("MPI_Comm_dup(MPI_COMM_SELF) -> c d := c MPI_Comm_free(c) MPI_Comm_dup(d) -> c");
  const auto reading = strict();
  const Machine machine(fault, reading);
  const auto found = explore(machine);
  ASSERT_EQ(found.erroneous.size(), 1);
  EXPECT_THAT(witness(machine, found, found.erroneous[0].state),
              ElementsAre("MPI_Comm_dup comm=MPI_COMM_SELF", "MPI_Comm_dup returns newcomm=c1", "MPI_Comm_free comm=c1",
                          "MPI_Comm_free returns", "MPI_Comm_dup comm=c1"));
}

TEST(Witness, OfTheFirstStateIsEmpty) {
  const auto nothing = program("");
  const auto reading = strict();
  const Machine machine(nothing, reading);
  EXPECT_THAT(path(machine, explore(machine), 0), IsEmpty());
}

TEST(Witness, LeadsToItsOwnOutcome) {
  // Free callbacks in any of 3! orders, then destroy callbacks in any: each pair is an outcome.
  const auto orders = program("callback f { free := free * 10 + value }\n"
                              "callback d { destroy := destroy * 10 + value }\n"
                              "MPIX_Key_create(free: f, destroy: d) -> a MPIX_Key_create(free: f, destroy: d) -> b\n"
                              "MPIX_Key_create(free: f, destroy: d) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                              "MPIX_Value_set(a, c, 1) MPIX_Value_set(b, c, 2) MPIX_Value_set(k, c, 3)\n"
                              "MPI_Comm_free(c) observe free, destroy");
  for (const auto& reading : {strict(), strict("destroy-order=open"), all_open("open")}) {
    const Machine machine(orders, reading);
    const auto found = explore(machine);
    EXPECT_EQ(found.outcomes.size(), reading.name == "open" ? 42 : 36); // cleared: no destroy callbacks, six more
    for (const auto& outcome : found.outcomes) {
      const auto last = replay(machine, path(machine, found, outcome.state));
      EXPECT_TRUE(Machine::finished(last));
      EXPECT_EQ(machine.outcome(last), outcome.observed);
    }
  }
}

// Whatever two handles of communicators that are no more compare as: events are those of the moves.
TEST(Witness, GoesTheSameWayWhenObjectsGetNames) {
  const auto compares = program("MPI_Comm_dup(MPI_COMM_SELF) -> c d := c MPI_Comm_free(c)\n"
                                "MPI_Comm_dup(MPI_COMM_SELF) -> c e := c MPI_Comm_free(c)\n"
                                "x := d == e if x == 0 { MPI_Info_create() -> i } observe x");
  const auto reading = strict();
  const Machine machine(compares, reading);
  const auto found = explore(machine);
  ASSERT_EQ(found.outcomes.size(), 1);
  const auto calls = witness(machine, found, found.outcomes[0].state);
  EXPECT_EQ(std::ranges::count(calls, "MPI_Info_create"), found.outcomes[0].observed[0]->number == 0 ? 1 : 0);
}

// ---- shortest

std::ptrdiff_t tests_in(const std::vector<std::string>& witness) {
  return std::ranges::count_if(witness, [](const std::string& line) { return line.starts_with("MPI_Test request"); });
}

// An MPI_Test whose operation can complete is a choice. `condition`: on one side of it, another choice follows.
Program two_ways(std::string_view condition, std::string_view longer, std::string_view end) {
  return program(
      fmt::format("MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Send(MPI_INT, MPI_COMM_SELF) MPI_Test(r) -> f\n"
                  "if {} {{ MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> s MPI_Send(MPI_INT, MPI_COMM_SELF) {} }}\n{}",
                  condition, longer, end));
}

TEST(Witness, TakesTheShorterWayToAState) {
  for (const auto* const condition : {"f == 0", "f == 1"}) {
    const auto one_end = two_ways(condition, "MPI_Test(s) -> f MPI_Wait(s)", "s := 0 f := 0 MPI_Wait(r) observe f");
    const auto reading = strict();
    const Machine machine(one_end, reading);
    const auto found = explore(machine);
    ASSERT_EQ(found.outcomes.size(), 1);
    EXPECT_EQ(tests_in(witness(machine, found, found.outcomes[0].state)), 1) << condition;
  }
}

TEST(Witness, TakesTheNearestOfTheStatesWithAnOutcome) {
  for (const auto* const condition : {"f == 0", "f == 1"}) {
    const auto two_ends = two_ways(condition, "MPI_Test(s) -> g", "x := 1 observe x");
    const auto reading = strict();
    const Machine machine(two_ends, reading);
    const auto found = explore(machine);
    ASSERT_EQ(found.outcomes.size(), 1);
    EXPECT_EQ(tests_in(witness(machine, found, found.outcomes[0].state)), 1) << condition;
  }
}

} // namespace
} // namespace moot
