// What a recorded program never frees.
#include "traces/judge/lifetimes.h"

#include "traces/judge/recorded_script.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

std::vector<NeverFreed> leaks(const Recorded& trace) {
  TraceReader reader(bytes_of_text(trace.text()), "f");
  Lifetimes lifetimes;
  for (Event event; reader.next(event);) lifetimes.event(event);
  return lifetimes.never_freed();
}

TEST(Lifetimes, WhatIsNeverFreedIsListedWithTheCallThatMadeIt) {
  auto trace = with_attribute();
  trace.does("MPI_Type_contiguous", R"("count":2,"datatype":"MPI_INT")", R"("newtype":"t1")");
  trace.does("MPI_Info_create", "", R"("info":"i1")").does("MPI_Info_free", R"("info":"i1")");
  trace.does("MPI_Comm_group", comm("c1"), R"("group":"g1")").does("MPI_Comm_group", comm("c1"), R"("group":"g1")");
  trace.does("MPI_Group_free", R"("group":"g1")").does("MPI_Finalize").finishes();
  EXPECT_EQ(judged(trace).verdict, Verdict::allowed); // no law forbids it
  const std::vector<NeverFreed> expected{{"v1", Kind::keyval, "MPI_Comm_create_keyval", 3, {}},
                                         {"c1", Kind::communicator, "MPI_Comm_dup", 5, {"v1"}},
                                         {"t1", Kind::datatype, "MPI_Type_contiguous", 9, {}},
                                         {"g1", Kind::group, "MPI_Comm_group", 15, {}}};
  EXPECT_EQ(leaks(trace), expected);
}

// Datatypes of Fortran's real numbers are predefined.
TEST(Lifetimes, WhatMayNotBeFreedIsNoLeak) {
  Recorded trace;
  for (int i = 0; i < 2; ++i) trace.does("MPI_Type_create_f90_real", "", R"("newtype":"t1")");
  EXPECT_TRUE(leaks(trace.does("MPI_Finalize")).empty());
}

// What a program would have freed that was killed, nobody knows.
TEST(Lifetimes, WhatIsFreedIsNoLeak) {
  auto trace = with_attribute();
  trace.call("MPI_Comm_free", comm("c1")).deletes("c1", "v1", 7).returns();
  trace.does("MPI_Comm_free_keyval", R"("keyval":"v1")").does("MPI_Finalize");
  EXPECT_TRUE(leaks(trace).empty());
}

TEST(Lifetimes, NothingLeaksBeforeFinalize) { EXPECT_TRUE(leaks(with_attribute()).empty()); }

TEST(Lifetimes, TheParentIsOneCommunicator) {
  Recorded trace;
  for (int i = 0; i < 2; ++i) trace.does("MPI_Comm_get_parent", "", R"("parent":"c1")");
  trace.does("MPI_Comm_disconnect", comm("c1"));
  auto after = trace;
  EXPECT_TRUE(leaks(trace.does("MPI_Finalize")).empty());
  EXPECT_EQ(judged(trace).verdict, Verdict::allowed);
  after.does("MPI_Comm_create_keyval", functions, R"("keyval":"v1")");
  after.does("MPI_Comm_set_attr", attribute("c1", "v1", 7), "", "MPI_ERR_COMM");
  EXPECT_EQ(judged(after).verdict, Verdict::erroneous); // it is gone
}

} // namespace
} // namespace moot
