// What the checker says of traces in which several threads of the library call back.
#include "traces/check_script.h"

#include <gtest/gtest.h>

namespace moot {
namespace {

// deferred-destroy-where: any-thread.
Reading any_thread() {
  auto reading = read_reading("ticket304-strict", "spec/readings");
  reading.answers.at(static_cast<std::size_t>(Question::deferred_destroy_where)) =
      static_cast<std::uint8_t>(DeferredDestroyWhere::any_thread);
  return reading;
}

// Two freed datatypes with the values 1 and 2, which pending receives keep; the messages are there.
Script two_that_wait() {
  Script trace;
  trace.call(Procedure::key_create, {}, {{"key", word("k1")}});
  for (int i = 1; i <= 2; ++i) {
    const auto name = "t" + std::to_string(i);
    const auto type = word(name);
    trace.call(Procedure::type_contiguous, {{"count", number(1)}, {"datatype", word("MPI_INT")}}, {{"newtype", type}});
    trace.call(Procedure::type_commit, {{"datatype", type}});
    trace.call(Procedure::value_set, {{"key", word("k1")}, {"handle", type}, {"value", number(i)}});
    trace.call(Procedure::irecv, {{"datatype", type}, {"comm", word("MPI_COMM_SELF")}},
               {{"request", word("r" + std::to_string(i))}});
    trace.begin(Procedure::type_free, {{"datatype", type}});
    trace.callback(Callback::free, "k1", name, i);
    trace.end(Procedure::type_free);
  }
  for (int i = 0; i < 2; ++i)
    trace.call(Procedure::send, {{"datatype", word("MPI_INT")}, {"comm", word("MPI_COMM_SELF")}});
  return trace;
}

// Each of two threads destroys one, at the same time; what the trace calls them is no matter.
TEST(CheckThreads, TwoOfTheLibraryWorkAtOnce) {
  auto trace = two_that_wait();
  trace.on_thread(7).begin_callback(Callback::destroy, "k1", "MPI_DATATYPE_NULL", 1);
  trace.on_thread(300).begin_callback(Callback::destroy, "k1", "MPI_DATATYPE_NULL", 2);
  trace.on_thread(7).end_callback(Callback::destroy);
  trace.on_thread(300).end_callback(Callback::destroy);
  trace.on_thread(0).call(Procedure::wait, {{"request", word("r1")}});
  trace.call(Procedure::wait, {{"request", word("r2")}});
  EXPECT_EQ(trace.checked(any_thread()).verdict, Verdict::allowed);
  EXPECT_EQ(trace.checked("ticket304-strict").verdict, Verdict::forbidden);
}

TEST(CheckThreads, ACallbackEndsInItsThread) {
  auto trace = two_that_wait();
  trace.on_thread(7).begin_callback(Callback::destroy, "k1", "MPI_DATATYPE_NULL", 1);
  trace.on_thread(8).end_callback(Callback::destroy);
  EXPECT_THROW(trace.checked(any_thread()), TraceError);
}

// What would have been allowed shows the thread as the trace has it.
TEST(CheckThreads, AllowedEventsAreOfTheTracesThread) {
  auto trace = two_that_wait();
  trace.on_thread(7).begin_callback(Callback::destroy, "k1", "MPI_DATATYPE_NULL", 3);
  const auto report = trace.checked(any_thread());
  EXPECT_EQ(report.verdict, Verdict::forbidden);
  ASSERT_FALSE(report.findings.at(0).allowed.empty());
  for (const auto& event : report.findings[0].allowed) EXPECT_EQ(event.thread, 7U);
}

} // namespace
} // namespace moot
