#include "workbench/look/lifespans.h"

#include "workbench/look/events_test.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using enum LifeMark::Type;
using testing::ElementsAre;
using testing::IsEmpty;

std::map<std::string, Lifespan> lifespans(const MadeTrace& made) {
  Lifespans lifespans;
  for (const auto& event : made.trace.events) lifespans.event(event);
  std::map<std::string, Lifespan> by_name;
  for (auto& each : lifespans.take()) by_name[each.name] = each;
  return by_name;
}

// From which event to which, and by which calls.
void expect_life(const Lifespan& life, bool is_made, std::uint64_t from, std::uint64_t freed, std::uint64_t to) {
  EXPECT_EQ(life.is_made, is_made) << life.name;
  EXPECT_EQ(life.from, from) << life.name;
  EXPECT_EQ(life.freed, freed) << life.name;
  EXPECT_EQ(life.to, to) << life.name;
}

TEST(Lifespans, FromTheCallThatMadeToTheReturnOfTheOneThatFreed) {
  MadeTrace made;
  made.at_once(Procedure::comm_dup, {{"comm", seen("c1")}}, {{"newcomm", seen("c2")}});
  made.at_once(Procedure::comm_free, {{"comm", seen("c2")}});
  const auto found = lifespans(made);
  ASSERT_EQ(found.size(), 2);
  expect_life(found.at("c1"), false, 1, 0, 0);
  expect_life(found.at("c2"), true, 1, 3, 4);
  EXPECT_EQ(found.at("c2").kind, Kind::communicator);
}

TEST(Lifespans, AFailingCallFreesNothing) {
  MadeTrace made;
  made.call(Procedure::type_free, {{"datatype", seen("t1")}}).ends({}, ErrorClass::key);
  expect_life(lifespans(made).at("t1"), false, 1, 0, 0);
}

TEST(Lifespans, TheCallAroundMakesWhatACopyCallbackShows) {
  MadeTrace made;
  made.call(Procedure::comm_dup, {{"comm", seen("c1")}});
  made.callback(Callback::copy, {{"key", seen("k1")},
                                 {"handle", seen("c1")},
                                 {"value", seen(1)},
                                 {"context", seen(0)},
                                 {"new_handle", seen("c2")}});
  made.ends().ends({{"newcomm", seen("c2")}});
  made.at_once(Procedure::comm_free, {{"comm", seen("c2")}});
  const auto found = lifespans(made);
  expect_life(found.at("c2"), true, 1, 5, 6);
  EXPECT_THAT(found.at("c2").marks, ElementsAre(LifeMark{callback, 2, "k1"}));
  EXPECT_THAT(found.at("c1").marks, ElementsAre(LifeMark{callback, 2, "k1"}));
  EXPECT_THAT(found.at("k1").marks, ElementsAre(LifeMark{callback, 2, "c1"}));
}

// A keyval that is freed ends there, although callbacks still name it.
TEST(Lifespans, ValuesAndCallbacksAreMarks) {
  MadeTrace made;
  const MadeTrace::Fields on{{"comm", seen("MPI_COMM_SELF")}, {"keyval", seen("v1")}};
  auto put = on;
  put.push_back({"attribute_val", seen(1)});
  made.at_once(Procedure::comm_create_keyval, {}, {{"keyval", seen("v1")}});
  made.at_once(Procedure::comm_set_attr, put);
  made.at_once(Procedure::comm_get_attr, on, {{"attribute_val", seen(1)}});
  made.at_once(Procedure::comm_free_keyval, {{"keyval", seen("v1")}});
  made.call(Procedure::comm_delete_attr, on);
  made.callback(Callback::delete_attr, {{"handle", seen("MPI_COMM_SELF")},
                                        {"keyval", seen("v1")},
                                        {"attribute_val", seen(1)},
                                        {"extra_state", seen(0)}});
  made.ends().ends();
  const auto found = lifespans(made);
  ASSERT_EQ(found.size(), 2);
  expect_life(found.at("v1"), true, 1, 7, 8);
  EXPECT_THAT(found.at("v1").marks,
              ElementsAre(LifeMark{set, 3, "MPI_COMM_SELF"}, LifeMark{deleted, 9, "MPI_COMM_SELF"},
                          LifeMark{callback, 10, "MPI_COMM_SELF"}));
  const auto& self = found.at("MPI_COMM_SELF");
  expect_life(self, false, 1, 0, 0);
  EXPECT_EQ(self.kind, Kind::communicator);
  EXPECT_THAT(self.marks,
              ElementsAre(LifeMark{set, 3, "v1"}, LifeMark{deleted, 9, "v1"}, LifeMark{callback, 10, "v1"}));
}

TEST(Lifespans, KeysMayBeObjectsWithValues) {
  MadeTrace made;
  made.at_once(Procedure::value_set, {{"key", seen("k1")}, {"handle", seen("k2")}, {"value", seen(1)}});
  const auto found = lifespans(made);
  EXPECT_THAT(found.at("k1").marks, ElementsAre(LifeMark{set, 1, "k2"}));
  EXPECT_THAT(found.at("k2").marks, ElementsAre(LifeMark{set, 1, "k1"}));
}

TEST(Lifespans, PredefinedObjectsAreThereIfSomethingBefellThem) {
  MadeTrace made;
  made.at_once(Procedure::comm_dup, {{"comm", seen("MPI_COMM_WORLD")}}, {{"newcomm", seen("c1")}});
  made.callback(Callback::free,
                {{"key", seen("MPIX_KEY_NULL")}, {"handle", seen("c1")}, {"value", seen(1)}, {"context", seen(0)}});
  const auto found = lifespans(made);
  EXPECT_EQ(found.size(), 1);
  EXPECT_THAT(found.at("c1").marks, ElementsAre(LifeMark{callback, 3, ""}));
}

TEST(Lifespans, RequestsEndWhenTheyAreComplete) {
  MadeTrace made;
  made.at_once(Procedure::isend, {{"datatype", seen("MPI_INT")}, {"comm", seen("c1")}}, {{"request", seen("r1")}});
  made.at_once(Procedure::test, {{"request", seen("r1")}}, {{"flag", seen(0)}});
  auto later = made;
  expect_life(lifespans(made).at("r1"), true, 1, 0, 0);
  made.at_once(Procedure::test, {{"request", seen("r1")}}, {{"flag", seen(1)}});
  expect_life(lifespans(made).at("r1"), true, 1, 5, 6);
  later.at_once(Procedure::wait, {{"request", seen("r1")}});
  expect_life(lifespans(later).at("r1"), true, 1, 5, 6);
  later.at_once(Procedure::start, {{"request", seen("r1")}}); // it was persistent
  expect_life(lifespans(later).at("r1"), true, 1, 0, 0);
}

TEST(Lifespans, TheLastOfSeveralHandlesCounts) {
  MadeTrace made;
  made.at_once(Procedure::comm_group, {{"comm", seen("c1")}}, {{"group", seen("g1")}});
  made.at_once(Procedure::comm_group, {{"comm", seen("c1")}}, {{"group", seen("g1")}});
  made.at_once(Procedure::group_free, {{"group", seen("g1")}});
  expect_life(lifespans(made).at("g1"), true, 1, 0, 0);
  made.at_once(Procedure::group_free, {{"group", seen("g1")}});
  expect_life(lifespans(made).at("g1"), true, 1, 7, 8);
}

// Of an array, some are given back as null handles.
TEST(Lifespans, WhatTheModelLacksSaysWhatItEnds) {
  MadeTrace made;
  made.other("MPI_Waitsome", {{"requests", seen("r1")},
                              {"requests", seen("r2")},
                              {"requests", seen("MPI_REQUEST_NULL")},
                              {"comm", seen("c1")}});
  made.ends({{"requests", seen("MPI_REQUEST_NULL")}, {"requests", seen("r2")}, {"requests", seen("MPI_REQUEST_NULL")}});
  const auto found = lifespans(made);
  expect_life(found.at("r1"), false, 1, 1, 2);
  expect_life(found.at("r2"), false, 1, 0, 0);
  expect_life(found.at("c1"), false, 1, 0, 0);
}

TEST(Lifespans, ThreadsHaveTheirOwnCalls) {
  MadeTrace made;
  made.call(Procedure::comm_dup, {{"comm", seen("MPI_COMM_WORLD")}});
  made.on_thread(1).call(Procedure::info_create);
  made.on_thread(0).ends({{"newcomm", seen("c1")}});
  made.on_thread(1).ends({{"info", seen("i1")}});
  const auto found = lifespans(made);
  expect_life(found.at("c1"), true, 1, 0, 0);
  expect_life(found.at("i1"), true, 2, 0, 0);
}

} // namespace
} // namespace moot
