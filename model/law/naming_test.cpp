// How events name objects and what they tell.
#include "model/law/naming.h"
#include "model/model_test.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;

// The events of a way to the program's first outcome, or if it has none, to its fault.
std::vector<Event> events_of(const std::string& body) {
  const auto parsed = program(body);
  const auto reading = strict();
  const Machine machine(parsed, reading);
  const auto found = explore(machine);
  return events(machine,
                path(machine, found, found.outcomes.empty() ? found.erroneous.at(0).state : found.outcomes[0].state));
}

// The words that the events hold, one after the other.
std::vector<std::string> words(const std::vector<Event>& events) {
  std::vector<std::string> all;
  for (const auto& event : events)
    for (const auto& field : event.fields)
      if (field.value.type == Seen::Type::word) all.push_back(field.value.word);
  return all;
}

TEST(Naming, CountsTheObjectsOfEachKind) {
  EXPECT_THAT(
      words(events_of("MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Type_contiguous(1, MPI_INT) -> t\n"
                      "MPI_Win_allocate(c) -> w MPI_Info_create() -> i MPIX_Key_create() -> k\n"
                      "MPI_Type_commit(t) MPI_Irecv(t, c) -> r MPI_Info_dup(i) -> j")),
      ElementsAre("MPI_COMM_SELF", "c1", "MPI_INT", "t1", "c1", "w1", "i1", "k1", "t1", "t1", "c1", "r1", "i1", "i2"));
}

// A slot is taken again, a name is not; a handle of an object that is no more keeps its object's.
TEST(Naming, TellsObjectsThatOneVariableHeld) {
  EXPECT_THAT(
      words(events_of("MPI_Info_create() -> i j := i MPI_Info_free(i) MPI_Info_create() -> i MPI_Info_free(j)")),
      ElementsAre("i1", "i1", "i2", "i1"));
}

// The communicator of a dup that fails is made, but never shown. (Outcomes are sorted.)
TEST(Naming, CountsObjectsOnceEventsShowThem) {
  EXPECT_THAT(words(events_of("e := MPI_Comm_dup(MPI_COMM_SELF) -> c may fail failed := e != MPI_SUCCESS "
                              "MPI_Comm_dup(MPI_COMM_SELF) -> d succeeded := failed == 0 observe succeeded")),
              ElementsAre("MPI_COMM_SELF", "MPI_COMM_NULL", "MPI_COMM_SELF", "c1"));
}

TEST(Naming, ShowsFunctionsAndKindsByName) {
  const auto events = events_of("callback f { x := 1 } MPIX_Key_create(copy: null, free: f, context: 0 - 3) -> k\n"
                                "MPI_Info_create() -> i MPIX_Value_get(k, i, type: info) -> v");
  ASSERT_EQ(events.size(), 6);
  const Seen null{}, f{Seen::Type::word, 0, "f"}, minus{Seen::Type::integer, -3, ""};
  const auto word = [](const std::string& text) { return Seen{Seen::Type::word, 0, text}; };
  EXPECT_THAT(events[0].fields, ElementsAre(Field{"copy", null}, Field{"free", f}, Field{"context", minus}));
  EXPECT_THAT(events[4].fields,
              ElementsAre(Field{"key", word("k1")}, Field{"handle", word("i1")}, Field{"type", word("info")}));
  EXPECT_THAT(events[5].fields, ElementsAre(Field{"value", null}));
}

} // namespace
} // namespace moot
