// What the law says of recorded traces: traces by hand.
#include "traces/judge/recorded_script.h"

#include "traces/check/nesting.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

// What Fortran has set, C gets as the address of an integer. Whoever recorded it saw a number.
TEST(Judge, ALargeNumberMayBeAnAddress) {
  const auto gets = [](const std::string& through, std::int64_t value) {
    Recorded trace(through);
    trace.does("MPI_Comm_create_keyval",
               R"("copy":"MPI_COMM_NULL_COPY_FN","delete":"MPI_COMM_NULL_DELETE_FN","extra_state":0)",
               R"("keyval":"v1")");
    trace.does("MPI_Comm_dup", comm("MPI_COMM_SELF"), R"("newcomm":"c1")");
    trace.does("MPI_Comm_set_attr", attribute("c1", "v1", 7) + R"(},"language":"mpi_f08","more":{)");
    trace.does("MPI_Comm_get_attr", attribute("c1", "v1"), fmt::format(R"("attribute_val":{})", value));
    return judged(trace).verdict;
  };
  EXPECT_EQ(gets("recorded", 140'000'000'000'000), Verdict::allowed);
  EXPECT_EQ(gets("recorded", 7), Verdict::forbidden);
  EXPECT_EQ(gets("native", 140'000'000'000'000), Verdict::forbidden);
}

TEST(Judge, WhatIsRightIsAllowed) {
  auto trace = with_attribute();
  trace.does("MPI_Comm_get_attr", attribute("c1", "v1"), R"("attribute_val":7)");
  trace.call("MPI_Comm_free", comm("c1")).deletes("c1", "v1", 7).returns();
  trace.does("MPI_Comm_free_keyval", R"("keyval":"v1")").does("MPI_Finalize").finishes();
  for (const auto* reading : {"mpi-3.1", "openmpi-4.1.4", "mpich-4.0.2"}) {
    const auto report = judged(trace, reading);
    EXPECT_EQ(report.verdict, Verdict::allowed) << reading;
    EXPECT_TRUE(report.findings.empty());
  }
}

// ---- faults

TEST(Judge, AWrongValueIsForbidden) {
  auto trace = with_attribute();
  trace.does("MPI_Comm_get_attr", attribute("c1", "v1"), R"("attribute_val":8)");
  const auto report = judged(trace);
  EXPECT_EQ(report.verdict, Verdict::forbidden);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].sequence, 10U);
  // Named as in the trace.
  ASSERT_TRUE(report.findings[0].event);
  ASSERT_EQ(report.findings[0].allowed.size(), 1U);
  EXPECT_EQ(report.findings[0].allowed[0].fields,
            (std::vector<Field>{{"attribute_val", {Seen::Type::integer, 7, {}}}}));
}

TEST(Judge, AWrongValueInACallbackIsForbidden) {
  auto trace = with_attribute();
  trace.call("MPI_Comm_free", comm("c1")).deletes("c1", "v1", 8).returns();
  const auto report = judged(trace);
  EXPECT_EQ(report.verdict, Verdict::forbidden);
  EXPECT_EQ(report.findings.at(0).sequence, 10U);
  EXPECT_EQ(report.findings.at(0).allowed.at(0).fields.at(2).value, (Seen{Seen::Type::integer, 7, {}}));
}

TEST(Judge, UseAfterFreeIsErroneous) {
  auto trace = with_attribute();
  trace.call("MPI_Comm_free", comm("c1")).deletes("c1", "v1", 7).returns();
  trace.does("MPI_Comm_get_attr", attribute("c1", "v1"), R"("attribute_val":null)", "MPI_ERR_COMM");
  const auto report = judged(trace);
  EXPECT_EQ(report.verdict, Verdict::erroneous);
  EXPECT_EQ(report.findings.at(0).clause, Clause::handle_valid);
}

TEST(Judge, ANullHandleIsErroneous) {
  auto trace = with_attribute();
  trace.call("MPI_Comm_set_attr", attribute("MPI_COMM_NULL", "v1", 1)); // MPI has aborted in it
  EXPECT_EQ(judged(trace).verdict, Verdict::erroneous);
}

TEST(Judge, AMissingDeleteCallbackIsForbidden) {
  auto trace = with_attribute();
  trace.does("MPI_Comm_free", comm("c1"));
  const auto report = judged(trace);
  EXPECT_EQ(report.verdict, Verdict::forbidden);
  EXPECT_EQ(report.findings.at(0).clause, Clause::attr_free);
  EXPECT_EQ(report.findings.at(0).sequence, 10U); // where it returns
}

} // namespace
} // namespace moot
