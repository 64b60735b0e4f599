// What the checker reports, on traces by hand. (That its verdicts are right: properties/check_test.cpp.)
#include "traces/check/areas.h"
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

// Rank 0 of two, and of a number that the stream does not tell.
TEST(Check, IntercommunicatorsOfAStream) {
  Script trace;
  trace.call(Procedure::comm_split, {{"comm", word("MPI_COMM_WORLD")}, {"color", number(0)}, {"key", number(0)}},
             {{"newcomm", word("c1")}});
  trace.call(Procedure::intercomm_create,
             {{"local_comm", word("c1")}, {"peer_comm", word("MPI_COMM_WORLD")}, {"remote_leader", number(1)}},
             {{"newintercomm", word("c2")}});
  auto part = trace;
  for (const auto* made : {"c3", "MPI_COMM_NULL"})
    part.call(Procedure::comm_split, {{"comm", word("c2")}, {"color", number(0)}, {"key", number(0)}},
              {{"newcomm", word(made)}});
  auto none = trace;
  none.call(Procedure::comm_split, {{"comm", word("c1")}, {"color", number(0)}, {"key", number(0)}},
            {{"newcomm", word("MPI_COMM_NULL")}});
  for (const std::int32_t size : {2, 0}) {
    TraceHeader header;
    header.size = size;
    const auto areas = areas_expected(header, read_reading("ticket304-strict", "spec/readings"));
    EXPECT_EQ(part.as_it_comes(areas), Verdict::allowed) << size;
    EXPECT_EQ(none.as_it_comes(areas), Verdict::forbidden) << size;
  }
  EXPECT_EQ(trace.as_it_comes({}), Verdict::erroneous); // one process has no other side
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

// Each handle is freed in the free callback of the one before: of a stack so deep, only the end is copied for an event (following.cpp).
// `wrong`: of that handle, the destroy callback gets another value.
Script nested_frees(int depth, int wrong = -1) {
  const auto handle = [](int i) { return "c" + std::to_string(1 + i); };
  Script trace;
  trace.call(Procedure::key_create, {}, {{"key", word("k1")}});
  for (int i = 0; i < depth; ++i) {
    trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", word(handle(i))}});
    trace.call(Procedure::value_set, {{"key", word("k1")}, {"handle", word(handle(i))}, {"value", number(i)}});
  }
  for (int i = 0; i < depth; ++i) {
    trace.begin(Procedure::comm_free, {{"comm", word(handle(i))}});
    trace.begin_callback(Callback::free, "k1", handle(i), i);
  }
  for (int i = depth; i-- > 0;) {
    trace.end_callback(Callback::free);
    trace.callback(Callback::destroy, "k1", handle(i), i == wrong ? depth : i);
    trace.end(Procedure::comm_free);
  }
  return trace;
}

TEST(Check, StacksOfAHundredFrames) {
  constexpr int depth = 50;
  EXPECT_EQ(nested_frees(depth).checked().verdict, Verdict::allowed);
  EXPECT_EQ(nested_frees(depth).checked("ticket304-strict", false).verdict, Verdict::allowed);
  EXPECT_EQ(nested_frees(depth).checked("ticket304").verdict, Verdict::unspecified);
  for (const int wrong : {0, 20, depth - 1}) {
    const auto report = nested_frees(depth, wrong).checked();
    EXPECT_EQ(report.verdict, Verdict::forbidden);
    ASSERT_EQ(report.findings.size(), 1U);
    // 2 events make the key, 6 each handle and its frees' beginnings; then the last handle's 4 come first.
    const auto before = 2 + 6 * depth + 4 * (depth - 1 - wrong);
    EXPECT_EQ(report.findings[0].sequence, static_cast<std::uint64_t>(before + 2));
    EXPECT_EQ(nested_frees(depth, wrong).checked("ticket304-strict", false), report);
    EXPECT_EQ(nested_frees(depth, wrong).checked("ticket304").verdict, Verdict::forbidden);
  }
}

} // namespace
} // namespace moot
