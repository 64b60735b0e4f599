#include "workbench/look/diff.h"

#include "workbench/look/events_test.h"
#include "workbench/shared/usage_error.h"

#include <filesystem>
#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class DiffTest : public testing::Test {
protected:
  TraceDiff difference(const MadeTrace& a, const MadeTrace& b) const {
    return diff(a.in(folder_, "a.trace"), b.in(folder_, "b.trace"), nullptr);
  }
  void expect_same(const MadeTrace& a, const MadeTrace& b) const {
    const auto found = difference(a, b);
    EXPECT_FALSE(found.parting) << text(found);
  }
  // After so many events that both have.
  Parting parting(const MadeTrace& a, const MadeTrace& b, std::uint64_t common) const {
    const auto found = difference(a, b);
    EXPECT_EQ(found.common, common);
    EXPECT_TRUE(found.parting);
    return found.parting.value_or(Parting{});
  }
  static std::string text(const TraceDiff& found) { return to_text(TracePair{0, {"a", "b"}}, found); }

  TemporaryFolder folder_;
};

MadeTrace with_attribute(const char* comm, const char* keyval, std::int64_t value) {
  MadeTrace made;
  made.at_once(Procedure::comm_set_attr,
               {{"comm", seen(comm)}, {"keyval", seen(keyval)}, {"attribute_val", seen(value)}});
  return made;
}

// ---- what may differ

TEST_F(DiffTest, NamesAreThoseOfFirstAppearance) {
  auto a = with_attribute("c7", "v3", 1);
  auto b = with_attribute("c2", "v1", 1);
  expect_same(a, b);
  a.at_once(Procedure::comm_free, {{"comm", seen("c7")}});
  b.at_once(Procedure::comm_free, {{"comm", seen("c3")}}); // another one than before
  parting(a, b, 2);
}

TEST_F(DiffTest, KindsOfObjectsHaveTheirOwnNumbers) {
  MadeTrace a;
  MadeTrace b;
  a.other("MPI_Comm_group", {{"one", seen("c1")}, {"two", seen("g2")}});
  b.other("MPI_Comm_group", {{"one", seen("c5")}, {"two", seen("g1")}});
  expect_same(a, b);
}

TEST_F(DiffTest, PredefinedHandlesKeepTheirNames) {
  parting(with_attribute("MPI_COMM_WORLD", "v1", 1), with_attribute("MPI_COMM_SELF", "v1", 1), 0);
  parting(with_attribute("MPI_COMM_WORLD", "v1", 1), with_attribute("c1", "v1", 1), 0);
}

TEST_F(DiffTest, AddressesAreThoseOfFirstAppearance) {
  expect_same(with_attribute("c1", "v1", 94138321228480), with_attribute("c1", "v1", 139916870291456));
  parting(with_attribute("c1", "v1", 94138321228480), with_attribute("c1", "v1", 65535), 0);
  parting(with_attribute("c1", "v1", 7), with_attribute("c1", "v1", 8), 0);
}

TEST_F(DiffTest, TheSameAddressIsTheSame) {
  const auto two = [](std::int64_t first, std::int64_t second) {
    auto made = with_attribute("c1", "v1", first);
    made.at_once(Procedure::comm_set_attr,
                 {{"comm", seen("c1")}, {"keyval", seen("v1")}, {"attribute_val", seen(second)}});
    return made;
  };
  expect_same(two(100'000, 100'000), two(200'000, 200'000));
  expect_same(two(100'000, 300'000), two(300'000, 100'000));
  parting(two(100'000, 100'000), two(200'000, 300'000), 2);
}

TEST_F(DiffTest, LargeNumbersThatAreNoAddressesAreCompared) {
  MadeTrace a;
  MadeTrace b;
  a.at_once(Procedure::type_contiguous, {{"count", seen(100'000)}, {"datatype", seen("MPI_INT")}});
  b.at_once(Procedure::type_contiguous, {{"count", seen(200'000)}, {"datatype", seen("MPI_INT")}});
  parting(a, b, 0);
}

TEST_F(DiffTest, FunctionsAreThoseOfFirstAppearanceButNotMpis) {
  const auto keyval = [](const char* copy) {
    MadeTrace made;
    made.at_once(Procedure::comm_create_keyval, {{"copy", seen(copy)}}, {{"keyval", seen("v1")}});
    return made;
  };
  expect_same(keyval("function3"), keyval("f1")); // f1: a function, and no file
  parting(keyval("function3"), keyval("MPI_COMM_DUP_FN"), 0);
}

TEST_F(DiffTest, ErrorsThatTheProgramAddedAreThoseOfFirstAppearance) {
  const auto failing = [](ErrorClass error) {
    MadeTrace made;
    made.call(Procedure::comm_free, {{"comm", seen("c1")}}).ends({}, error);
    return made;
  };
  expect_same(failing(added_error(3)), failing(added_error(1)));
  expect_same(failing(ErrorClass::an_error), failing(ErrorClass::key)); // the model: MPI chooses
  parting(failing(ErrorClass::an_error), failing(ErrorClass::success), 1);
}

TEST_F(DiffTest, TimesAndThreadNumbersDoNotCount) {
  MadeTrace a;
  MadeTrace b;
  a.step(10).on_thread(4).at_once(Procedure::finalize);
  b.step(99).on_thread(2).at_once(Procedure::finalize);
  expect_same(a, b);
}

TEST_F(DiffTest, CallsByTheLibraryAreLeftOut) {
  MadeTrace a;
  MadeTrace b;
  const MadeTrace::Fields about{
      {"handle", seen("c1")}, {"keyval", seen("v1")}, {"attribute_val", seen(1)}, {"extra_state", seen(0)}};
  a.call(Procedure::comm_dup, {{"comm", seen("c1")}});
  a.by(Event::By::library).call(Procedure::comm_dup, {{"comm", seen("c9")}}); // it is not the first c
  a.callback(Callback::copy_attr, about).ends({{"attribute_val_out", seen(1)}});
  a.ends({{"newcomm", seen("c3")}}).ends({{"newcomm", seen("c2")}});
  b.call(Procedure::comm_dup, {{"comm", seen("c1")}});
  b.callback(Callback::copy_attr, about).ends({{"attribute_val_out", seen(1)}});
  b.ends({{"newcomm", seen("c2")}});
  expect_same(a, b);
}

// ---- where they part

TEST_F(DiffTest, BothSidesAreToldWithTheirNamesAndNumbers) {
  auto a = with_attribute("c7", "v1", 1);
  auto b = with_attribute("c1", "v1", 1);
  b.by(Event::By::library).at_once(Procedure::info_create, {}, {{"info", seen("i1")}});
  b.by(Event::By::program);
  a.call(Procedure::comm_free, {{"comm", seen("c7")}});
  a.callback(Callback::delete_attr,
             {{"handle", seen("c7")}, {"keyval", seen("v1")}, {"attribute_val", seen(1)}, {"extra_state", seen(0)}});
  a.ends().ends();
  b.at_once(Procedure::comm_free, {{"comm", seen("c1")}});
  a.trace.header.library = "A";
  b.trace.header.library = "B";
  EXPECT_EQ(text(difference(a, b)), R"(A  a: A
B  b: B
They part after 3 events in common:
       A      B
       1      1  MPI_Comm_set_attr(c7, v1, 1)
       2      2  MPI_Comm_set_attr returns
       3      5  MPI_Comm_free(c7)
A      4           delete_attr callback (handle=c7, keyval=v1, attribute_val=1, extra_state=0)
A      5           delete_attr callback ends
A      6         MPI_Comm_free returns
A                (the trace ends here, the run may not have)
B             6  MPI_Comm_free returns
B                (the trace ends here, the run may not have)
)");
}

TEST_F(DiffTest, IfThereAreThreadsAllLinesSayTheirs) {
  auto a = with_attribute("c1", "v1", 1);
  auto b = a;
  b.on_thread(3).at_once(Procedure::info_create);
  EXPECT_THAT(text(difference(a, b)), HasSubstr("       2      2  [0] MPI_Comm_set_attr returns\n"
                                                "A                (the trace ends here, the run may not have)\n"
                                                "B             3  [3] MPI_Info_create()\n"));
}

TEST_F(DiffTest, FewEventsAreToldOfMany) {
  MadeTrace a;
  for (int i = 0; i < 10; ++i) a.at_once(Procedure::type_commit, {{"datatype", seen("MPI_INT")}});
  auto b = a;
  a.at_once(Procedure::info_create, {}, {{"info", seen("i1")}});
  b.at_once(Procedure::comm_free, {{"comm", seen("c1")}});
  for (int i = 0; i < 10; ++i) b.at_once(Procedure::comm_free, {{"comm", seen("c2")}});
  const auto found = parting(a, b, 20);
  EXPECT_THAT(found.before, SizeIs(6));
  EXPECT_EQ(found.before.front()[1].number, 15);
  EXPECT_THAT(found.sides[0].next, SizeIs(2));
  EXPECT_TRUE(found.sides[0].has_ended);
  EXPECT_THAT(found.sides[1].next, SizeIs(5));
  EXPECT_FALSE(found.sides[1].has_ended);
  EXPECT_THAT(text(difference(a, b)), HasSubstr("B                …\n"));
}

TEST_F(DiffTest, OneEndsBeforeTheOther) {
  auto a = with_attribute("c1", "v1", 1);
  auto b = a;
  b.at_once(Procedure::finalize);
  a.trace.ending = TraceEnding{TraceEnding::Type::crashed, "signal 11 (SIGSEGV)", {}};
  const auto found = parting(a, b, 2);
  EXPECT_THAT(found.sides[0].next, SizeIs(0));
  EXPECT_TRUE(found.sides[0].has_ended);
  EXPECT_EQ(found.sides[0].ending, a.trace.ending);
  EXPECT_THAT(found.sides[1].next, SizeIs(2));
  EXPECT_THAT(text(difference(a, b)),
              HasSubstr("\nA                crashed: signal 11 (SIGSEGV)\nB             3  MPI_Finalize()\n"));
}

TEST_F(DiffTest, EndingsAreCompared) {
  auto a = with_attribute("c1", "v1", 1);
  auto b = a;
  a.trace.ending = TraceEnding{TraceEnding::Type::finished, "", {}};
  const auto found = parting(a, b, 2);
  EXPECT_EQ(found.sides[0].ending, a.trace.ending);
  EXPECT_EQ(found.sides[1].ending, std::nullopt);
  b.trace.ending = a.trace.ending;
  expect_same(a, b);
  b.trace.ending->observed.emplace_back("x", seen(1));
  parting(a, b, 2);
}

TEST_F(DiffTest, EmptyTracesAreTheSame) { expect_same(MadeTrace(), MadeTrace()); }

// ---- folders

TEST_F(DiffTest, FoldersArePairedByRank) {
  const auto add = [&](const std::string& folder, const std::string& name, int rank) {
    std::filesystem::create_directories(folder_.path() + "/" + folder);
    MadeTrace made;
    made.trace.header.rank = rank;
    return made.in(folder_, folder + "/" + name);
  };
  const auto zero_a = add("a", "x.trace", 0);
  const auto two_a = add("a", "a.trace", 2);
  const auto zero_b = add("b", "y.trace", 0);
  const auto one_b = add("b", "z.trace", 1);
  const auto a = folder_.path() + "/a";
  const auto b = folder_.path() + "/b";
  const auto pairs = pairs_of_traces(a, b);
  ASSERT_THAT(pairs, SizeIs(3));
  EXPECT_EQ(pairs[0].traces, (std::array{zero_a, zero_b}));
  EXPECT_EQ(pairs[1].traces, (std::array{std::string(), one_b}));
  EXPECT_EQ(pairs[2].traces, (std::array{two_a, std::string()}));
  EXPECT_EQ(to_text(pairs[1]), "B  " + one_b + ": the other folder has no trace of rank 1\n");
  EXPECT_THROW(pairs_of_traces(a, zero_b), UsageError);
  add("b", "again.trace", 1);
  EXPECT_THROW(pairs_of_traces(a, b), UsageError);
}

TEST_F(DiffTest, StandardInputIsOneOfThemAtMost) { EXPECT_THROW(pairs_of_traces("-", "-"), UsageError); }

} // namespace
} // namespace moot
