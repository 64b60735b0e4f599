// What the checker reports, on traces by hand. (That its verdicts are right: properties/check_test.cpp.)
#include "traces/check/check_script.h"

#include <gtest/gtest.h>

namespace moot {
namespace {

// A communicator with the same value under two keys, which are freed.
Script two_freed_keys() {
  Script trace;
  trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", word("c1")}});
  for (const std::string key : {"k1", "k2"}) {
    trace.call(Procedure::key_create, {}, {{"key", word(key)}});
    trace.call(Procedure::value_set, {{"key", word(key)}, {"handle", word("c1")}, {"value", number(1)}});
    trace.call(Procedure::key_free, {{"key", word(key)}});
  }
  return trace;
}

TEST(Check, AStateForEachWayToUnderstandATrace) {
  auto trace = two_freed_keys();
  EXPECT_EQ(trace.checked().largest_set, 1U);
  trace.begin(Procedure::comm_free, {{"comm", word("c1")}});
  EXPECT_EQ(trace.checked().largest_set, 1U);
  trace.callback(Callback::free, "MPIX_KEY_NULL", "c1", 1); // of k1, or of k2
  EXPECT_EQ(trace.checked().largest_set, 2U);
  trace.callback(Callback::free, "MPIX_KEY_NULL", "c1", 1);
  trace.callback(Callback::destroy, "MPIX_KEY_NULL", "c1", 1);
  EXPECT_EQ(trace.checked().verdict, Verdict::allowed);
}

TEST(Check, ManyFindingsAreCounted) {
  Script trace;
  for (int i = 0; i < 1'234; ++i)
    trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {}, ErrorClass::other);
  for (const bool shortcut : {true, false}) {
    const auto report = trace.checked("ticket304-strict", shortcut);
    EXPECT_EQ(report.verdict, Verdict::forbidden);
    ASSERT_EQ(report.findings.size(), most_findings);
    EXPECT_EQ(report.findings[0].sequence, 2U);
    EXPECT_EQ(report.findings[999].sequence, 2'000U);
    EXPECT_EQ(report.more_findings, 234U);
  }
}

TEST(Check, AFaultOfTheProgramEndsIt) {
  Script trace = two_freed_keys();
  trace.call(Procedure::value_get, {{"key", word("k1")}, {"handle", word("c1")}}, {{"value", number(1)}});
  trace.call(Procedure::comm_dup, {{"comm", word("c1")}}, {}, ErrorClass::other); // not judged any more
  for (const bool shortcut : {true, false}) {
    const auto report = trace.checked("ticket304-strict", shortcut);
    EXPECT_EQ(report.verdict, Verdict::erroneous);
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].sequence, trace.size() - 3);
    EXPECT_EQ(report.findings[0].event->procedure, Procedure::value_get);
    EXPECT_EQ(report.findings[0].clause, Clause::handle_valid);
  }
}

TEST(Check, WhatIsNoTraceIsRefused) {
  Script inside;
  inside.begin(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}});
  inside.begin(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}});
  Script end;
  end.end(Procedure::comm_dup);
  for (const bool shortcut : {true, false}) {
    EXPECT_THROW(inside.checked("ticket304-strict", shortcut), TraceError);
    EXPECT_THROW(end.checked("ticket304-strict", shortcut), TraceError);
  }
}

} // namespace
} // namespace moot
