// What has happened on one thread before its event tells of it, other threads may see: callbacks that have begun, calls that have returned.
#include "traces/check/check_script.h"

#include <gtest/gtest.h>

namespace moot {
namespace {

// get-in-destroy: unset.
Reading unset_in_destroy() {
  auto reading = read_reading("ticket304-strict", "spec/readings");
  reading[Question::get_in_destroy] = static_cast<std::uint8_t>(GetInDestroy::unset);
  return reading;
}

// What MPI does before it calls a function, it has done before the function can tell of it: another thread may see it first.
TEST(CheckUntold, ACallbackHasBegunBeforeItsEvent) {
  const auto unset = unset_in_destroy();
  auto trace = one_value();
  trace.on_thread(5).begin(Procedure::value_clear, {{"key", word("k1")}, {"handle", word("c1")}});
  get(trace.on_thread(6), Seen{});
  auto back = trace, other = trace, none = trace;
  trace.on_thread(5).callback(Callback::destroy, "k1", "c1", 1);
  trace.end(Procedure::value_clear);
  get(trace.on_thread(6), Seen{});
  EXPECT_EQ(trace.checked(unset).verdict, Verdict::allowed);
  EXPECT_EQ(trace.checked().verdict, Verdict::forbidden); // get-in-destroy: old

  get(back, number(1)); // it was gone
  EXPECT_EQ(back.checked(unset).verdict, Verdict::forbidden);

  other.on_thread(5).callback(Callback::destroy, "k1", "c1", 2); // only 1 can have begun
  other.end(Procedure::value_clear);
  get(other, Seen{});
  none.on_thread(5).end(Procedure::value_clear); // it has begun, so it must come
  get(none, Seen{});
  const auto breaks = [&](const Script& wrong, Clause clause) {
    const auto report = wrong.checked(unset);
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].verdict, Verdict::forbidden);
    EXPECT_EQ(report.findings[0].sequence, 10U);
    EXPECT_EQ(report.findings[0].clause, clause);
    ASSERT_EQ(report.findings[0].allowed.size(), 1U);
    EXPECT_EQ(report.findings[0].allowed[0].callback, Callback::destroy);
  };
  breaks(other, Clause::destroy_arguments);
  breaks(none, Clause::destroy_clear);
}

// While another one's callback has begun, which may send what this one waits for, it does not wait for ever.
TEST(CheckUntold, WhatHasBegunMayGoOn) {
  auto trace = one_value();
  trace.on_thread(6).call(Procedure::irecv, {{"datatype", word("MPI_INT")}, {"comm", word("MPI_COMM_SELF")}},
                          {{"request", word("r1")}});
  trace.on_thread(5).begin(Procedure::value_clear, {{"key", word("k1")}, {"handle", word("c1")}});
  get(trace.on_thread(6), Seen{});
  trace.begin(Procedure::wait, {{"request", word("r1")}});
  const TraceEnding hung{TraceEnding::Type::hung, {}, {}};
  EXPECT_EQ(trace.checked(unset_in_destroy()).verdict, Verdict::allowed);
  EXPECT_EQ(trace.checked(unset_in_destroy(), true, hung).verdict, Verdict::forbidden);
}

// Deletes the attribute 1 under v1 on c1, in thread 5: the delete function fails, and so does the call.
void fail_to_delete(Script& trace) {
  trace.on_thread(5).begin(Procedure::comm_delete_attr, {{"comm", word("c1")}, {"keyval", word("v1")}});
  trace.delete_callback("v1", "c1", 1, ErrorClass::topology);
}

void errors_are_fatal(Script& trace) {
  trace.on_thread(6).call(Procedure::comm_set_errhandler,
                          {{"comm", word("c1")}, {"errhandler", word("MPI_ERRORS_ARE_FATAL")}});
}

// A call has returned before its event can tell of it: its error went to the error handler of then.
TEST(CheckUntold, ACallHasReturnedBeforeItsEvent) {
  Script trace;
  trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", word("c1")}});
  trace.call(Procedure::comm_create_keyval, {}, {{"keyval", word("v1")}});
  trace.call(Procedure::comm_set_attr, {{"comm", word("c1")}, {"keyval", word("v1")}, {"attribute_val", number(1)}});
  auto too_late = trace;
  fail_to_delete(trace);
  errors_are_fatal(trace);
  auto other = trace, ends = trace;
  trace.on_thread(5).end(Procedure::comm_delete_attr, {}, ErrorClass::topology);
  EXPECT_NE(trace.checked("mpi-3.1").verdict, Verdict::forbidden);

  errors_are_fatal(too_late); // before the call began
  fail_to_delete(too_late);
  too_late.end(Procedure::comm_delete_attr, {}, ErrorClass::topology);
  EXPECT_EQ(too_late.checked("mpi-3.1").verdict, Verdict::forbidden);

  // What is told of it is what it has returned; and nothing comes between.
  other.on_thread(5).end(Procedure::comm_delete_attr);
  const auto report = other.checked("mpi-3.1");
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].verdict, Verdict::forbidden);
  EXPECT_EQ(report.findings[0].clause, Clause::attr_delete_fails);
  ends.on_thread(5).delete_callback("v1", "c1", 1);
  ends.end(Procedure::comm_delete_attr, {}, ErrorClass::topology);
  EXPECT_EQ(ends.checked("mpi-3.1").verdict, Verdict::forbidden);
}

// Its copy callback has begun in time, and its key is gone when the event comes: which is wrong in the value.
TEST(CheckUntold, TheKeyOfWhatHasBegunMayBeGone) {
  auto trace = one_value();
  trace.on_thread(5).begin(Procedure::comm_dup, {{"comm", word("c1")}});
  trace.on_thread(6).begin(Procedure::value_clear, {{"key", word("k1")}, {"handle", word("c1")}});
  trace.callback(Callback::destroy, "k1", "c1", 1);
  trace.end(Procedure::value_clear);
  trace.call(Procedure::key_free, {{"key", word("k1")}});
  trace.on_thread(5).begin_copy("k1", "c1", 2, "c2");
  const auto report = trace.checked();
  EXPECT_EQ(report.verdict, Verdict::forbidden);
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings.back().sequence, trace.size());
  EXPECT_EQ(report.findings.back().clause, Clause::copy_arguments);
}

// Thread 6 is in a callback that no event has told of yet, while thread 5 goes down and down: since when makes no difference.
TEST(CheckUntold, WhichBeganFirstIsForgotten) {
  constexpr int depth = 20;
  Script trace;
  const auto clear = [&](const std::string& comm) {
    trace.begin(Procedure::value_clear, {{"key", word("k1")}, {"handle", word(comm)}});
  };
  trace.call(Procedure::key_create, {}, {{"key", word("k1")}});
  for (int i = 0; i <= depth; ++i) {
    const auto comm = word("c" + std::to_string(i + 1));
    trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", comm}});
    trace.call(Procedure::value_set, {{"key", word("k1")}, {"handle", comm}, {"value", number(i)}});
  }
  trace.on_thread(6);
  clear("c1");
  trace.on_thread(5);
  for (int i = 1; i <= depth; ++i) {
    const auto comm = "c" + std::to_string(i + 1);
    clear(comm);
    trace.begin_callback(Callback::destroy, "k1", comm, i);
  }
  for (int i = 1; i <= depth; ++i) {
    trace.end_callback(Callback::destroy);
    trace.end(Procedure::value_clear);
  }
  trace.on_thread(6).callback(Callback::destroy, "k1", "c1", 0);
  trace.end(Procedure::value_clear);
  const auto report = trace.checked();
  EXPECT_EQ(report.verdict, Verdict::allowed);
  EXPECT_LT(report.largest_set, 20U);
}

} // namespace
} // namespace moot
