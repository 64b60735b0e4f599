// What the checker says of traces in which several threads of the library call back.
#include "traces/check/check_script.h"

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

// A freed datatype with a value (of its own, or that) under k1, or under each of several keys, which a pending receive keeps; the message is
// there.
void let_wait(Script& trace, int i, int keys, int value) {
  const auto name = "t" + std::to_string(i);
  const auto type = word(name);
  trace.call(Procedure::type_contiguous, {{"count", number(1)}, {"datatype", word("MPI_INT")}}, {{"newtype", type}});
  trace.call(Procedure::type_commit, {{"datatype", type}});
  for (int key = 1; key <= keys; ++key)
    trace.call(Procedure::value_set,
               {{"key", word("k" + std::to_string(key))}, {"handle", type}, {"value", number(value)}});
  trace.call(Procedure::irecv, {{"datatype", type}, {"comm", word("MPI_COMM_SELF")}},
             {{"request", word("r" + std::to_string(i))}});
  trace.begin(Procedure::type_free, {{"datatype", type}});
  for (int key = 1; key <= keys; ++key) trace.callback(Callback::free, "k" + std::to_string(key), name, value);
  trace.end(Procedure::type_free);
  trace.call(Procedure::send, {{"datatype", word("MPI_INT")}, {"comm", word("MPI_COMM_SELF")}});
}

void let_wait(Script& trace, int i, int keys = 1) { let_wait(trace, i, keys, i); }

Script many_that_wait(int types, int keys = 1) {
  Script trace;
  for (int key = 1; key <= keys; ++key)
    trace.call(Procedure::key_create, {}, {{"key", word("k" + std::to_string(key))}});
  for (int i = 1; i <= types; ++i) let_wait(trace, i, keys);
  return trace;
}
Script two_that_wait() { return many_that_wait(2); }

// A call that changes nothing: before it, and after it, the library may have been at work.
void ask(Script& trace) { trace.call(Procedure::finalized, {}, {{"flag", number(0)}}); }

void destroy(Script& trace, std::uint32_t thread, int value, const std::string& key = "k1") {
  trace.on_thread(thread).callback(Callback::destroy, key, "MPI_DATATYPE_NULL", value);
  trace.on_thread(0);
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

// Threads one after the other cost what one does: there are the program's, the one at work, and one of the library's for what it may
// be doing unseen.
TEST(CheckThreads, ThoseThatAreDoneAreForgotten) {
  auto trace = many_that_wait(2);
  for (int i = 1; i <= 20; ++i) {
    ask(trace);
    destroy(trace, 100 + static_cast<std::uint32_t>(i), i);
    let_wait(trace, i + 2);
  }
  const auto report = trace.checked(any_thread());
  EXPECT_EQ(report.verdict, Verdict::allowed);
  EXPECT_EQ(report.most_threads, 3U);
  EXPECT_LT(report.largest_set, 40U); // (half of them in a callback that no event has told of yet)
}

TEST(CheckThreads, SoAreThoseOfTheProgram) {
  auto trace = many_that_wait(1);
  for (std::uint32_t thread = 1; thread <= 12; ++thread) {
    trace.on_thread(0);
    ask(trace);
    trace.on_thread(thread);
    ask(trace); // (whatever the library's thread is doing)
  }
  destroy(trace, 7, 1);
  const auto report = trace.checked(any_thread());
  EXPECT_EQ(report.verdict, Verdict::allowed);
  EXPECT_EQ(report.most_threads, 3U);
}

// What had its number is another thread by then.
TEST(CheckThreads, OneComesBack) {
  auto trace = many_that_wait(3);
  destroy(trace, 7, 1);
  trace.on_thread(8).begin_callback(Callback::destroy, "k1", "MPI_DATATYPE_NULL", 2);
  trace.on_thread(0);
  ask(trace);
  trace.on_thread(7).begin_callback(Callback::destroy, "k1", "MPI_DATATYPE_NULL", 3);
  trace.on_thread(8).end_callback(Callback::destroy);
  trace.on_thread(0);
  ask(trace);
  auto wrong = trace;
  trace.on_thread(7).end_callback(Callback::destroy);
  EXPECT_EQ(trace.checked(any_thread()).verdict, Verdict::allowed);
  EXPECT_EQ(trace.checked(any_thread()).most_threads, 4U);
  wrong.on_thread(8).end_callback(Callback::destroy);
  EXPECT_THROW(wrong.checked(any_thread()), TraceError);
}

TEST(CheckThreads, OneOfTheProgramsComesBack) {
  auto trace = many_that_wait(1);
  for (int i = 0; i < 2; ++i) {
    trace.on_thread(5).begin(Procedure::finalized, {});
    trace.on_thread(6);
    ask(trace);
    trace.on_thread(5).end(Procedure::finalized, {{"flag", number(0)}});
    destroy(trace, 5, 1); // the second time it is gone
  }
  const auto report = trace.checked(any_thread());
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].sequence, trace.size() - 1);
}

// Between two callbacks of one destruction, nothing is open, but the thread is not done.
TEST(CheckThreads, OneThatIsNotDoneIsKnown) {
  auto trace = many_that_wait(1, 2);
  destroy(trace, 7, 1, "k1");
  ask(trace);
  auto elsewhere = trace;
  destroy(trace, 7, 1, "k2");
  EXPECT_EQ(trace.checked(any_thread()).verdict, Verdict::allowed);
  destroy(elsewhere, 8, 1, "k2");
  EXPECT_EQ(elsewhere.checked(any_thread()).verdict, Verdict::forbidden);
}

// Two destructions begin alike: which of them thread 7 is in shows only later.
TEST(CheckThreads, OneThatMayBeDoneIsNotForgotten) {
  Script trace;
  for (const auto* key : {"k1", "k2"}) trace.call(Procedure::key_create, {}, {{"key", word(key)}});
  let_wait(trace, 1, 2, 5);
  let_wait(trace, 2, 1, 5);
  destroy(trace, 7, 5, "k1");
  trace.on_thread(9).begin_callback(Callback::destroy, "k1", "MPI_DATATYPE_NULL", 5);
  destroy(trace, 7, 5, "k2");
  trace.on_thread(9).end_callback(Callback::destroy);
  EXPECT_EQ(trace.checked(any_thread()).verdict, Verdict::allowed);
}

// One thread replaces the value under k1 of an object that the other one frees, which destroys its values at once (destroy-time).
// The old value's callback runs in the first thread's call; another object goes in it, and the new value waits for that
// (cascade-order): until it is set, none is there, and the free owes none.
TEST(CheckThreads, WhatOneReplacesTheOthersFreeOwesNoMore) {
  auto reading = read_reading("ticket304-strict", "spec/readings");
  const auto answer = [&](Question question, auto given) { reading[question] = static_cast<std::uint8_t>(given); };
  answer(Question::destroy_time, DestroyTime::at_free);
  answer(Question::free_in_callback, FreeInCallback::works);
  answer(Question::cascade_order, CascadeOrder::after_phase);
  Script trace;
  const auto set = [&](const std::string& key, const std::string& handle, int value) {
    trace.call(Procedure::value_set, {{"key", word(key)}, {"handle", word(handle)}, {"value", number(value)}});
  };
  for (const std::string key : {"k1", "k2", "k3"}) trace.call(Procedure::key_create, {}, {{"key", word(key)}});
  trace.call(Procedure::info_create, {}, {{"info", word("i1")}});
  trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", word("c1")}});
  set("k3", "c1", 0), set("k1", "i1", 1), set("k2", "i1", 7);

  trace.on_thread(1).begin(Procedure::value_set, {{"key", word("k1")}, {"handle", word("i1")}, {"value", number(2)}});
  trace.on_thread(0).begin(Procedure::info_free, {{"info", word("i1")}});
  trace.callback(Callback::free, "k1", "i1", 1);
  trace.callback(Callback::free, "k2", "i1", 7);
  trace.begin_callback(Callback::destroy, "k2", "i1", 7);
  trace.on_thread(1).begin_callback(Callback::destroy, "k1", "i1", 1);
  trace.begin(Procedure::comm_free, {{"comm", word("c1")}});
  trace.callback(Callback::free, "k3", "c1", 0);
  trace.end(Procedure::comm_free);
  trace.end_callback(Callback::destroy); // of k1
  trace.on_thread(0).end_callback(Callback::destroy);
  trace.end(Procedure::info_free);
  trace.on_thread(1).callback(Callback::destroy, "k3", "MPI_COMM_NULL", 0);
  trace.callback(Callback::destroy, "k1", "MPI_INFO_NULL", 2);
  trace.end(Procedure::value_set);
  for (const bool shortcut : {true, false}) EXPECT_EQ(trace.checked(reading, shortcut).verdict, Verdict::allowed);
}

// ---- threads of the program: when a call has its effect, events do not show

TEST(CheckThreads, ACallHasItsEffectBeforeItReturns) {
  auto trace = one_value();
  trace.on_thread(5).begin(Procedure::value_clear, {{"key", word("k1")}, {"handle", word("c1")}});
  get(trace.on_thread(6), number(1)); // it is not cleared yet,
  trace.on_thread(5).begin_callback(Callback::destroy, "k1", "c1", 1);
  trace.end_callback(Callback::destroy);
  auto late = trace;
  get(trace.on_thread(6), Seen{}); //   and then it is
  trace.on_thread(5).end(Procedure::value_clear);
  EXPECT_EQ(trace.checked().verdict, Verdict::allowed);
  late.on_thread(5).end(Procedure::value_clear);
  get(late.on_thread(6), number(1));
  EXPECT_EQ(late.checked().verdict, Verdict::forbidden);
}

// A callback has begun before its event (check_untold_test.cpp), so one of the library's: with the key, which is freed before the function
// tells what it got.
TEST(CheckThreads, OneOfTheLibrarysHasBegunBeforeItsEvent) {
  auto trace = many_that_wait(1);
  trace.call(Procedure::key_free, {{"key", word("k1")}});
  auto begun_after = trace;
  destroy(trace, 7, 1, "k1");
  destroy(begun_after, 7, 1, "MPIX_KEY_NULL");
  for (const bool shortcut : {true, false}) {
    EXPECT_EQ(trace.checked(any_thread(), shortcut).verdict, Verdict::allowed);
    EXPECT_EQ(begun_after.checked(any_thread(), shortcut).verdict, Verdict::allowed);
  }
}

// And a function that a thread of the library runs sees what main's call has begun.
TEST(CheckThreads, ALibrarysThreadSeesWhatHasBegun) {
  auto trace = one_value();
  let_wait(trace, 1);
  trace.on_thread(7).begin_callback(Callback::destroy, "k1", "MPI_DATATYPE_NULL", 1);
  trace.on_thread(0).call(Procedure::wait, {{"request", word("r1")}});
  trace.begin(Procedure::value_clear, {{"key", word("k1")}, {"handle", word("c1")}});
  get(trace.on_thread(7), Seen{});
  trace.on_thread(0).callback(Callback::destroy, "k1", "c1", 1);
  trace.end(Procedure::value_clear);
  auto reading = any_thread();
  reading[Question::get_in_destroy] = static_cast<std::uint8_t>(GetInDestroy::unset);
  for (const bool shortcut : {true, false}) EXPECT_EQ(trace.checked(reading, shortcut).verdict, Verdict::allowed);
}

// A run that hangs is allowed where a thread waits for what never comes, and nothing is left for the others to wait for.
TEST(CheckThreads, OneMayWaitForEver) {
  const TraceEnding hung{TraceEnding::Type::hung, {}, {}};
  const std::vector<Field> on_self{{"datatype", word("MPI_INT")}, {"comm", word("MPI_COMM_SELF")}};
  auto trace = one_value();
  trace.on_thread(5).call(Procedure::irecv, on_self, {{"request", word("r1")}});
  trace.begin(Procedure::wait, {{"request", word("r1")}});
  for (const bool shortcut : {true, false})
    EXPECT_EQ(trace.checked("ticket304-strict", shortcut, hung).verdict, Verdict::allowed);
  trace.on_thread(6).begin(Procedure::value_get, {{"key", word("k1")}, {"handle", word("c1")}});
  EXPECT_EQ(trace.checked("ticket304-strict", true, hung).verdict, Verdict::forbidden);
}

// concurrent-change, in-some-order: the set destroys 1, and the clear 2; or the clear 1, and the set nothing.
TEST(CheckThreads, ChangesOfOneValueComeInSomeOrder) {
  auto trace = one_value();
  trace.on_thread(5).begin(Procedure::value_set, {{"key", word("k1")}, {"handle", word("c1")}, {"value", number(2)}});
  trace.on_thread(6).begin(Procedure::value_clear, {{"key", word("k1")}, {"handle", word("c1")}});
  trace.on_thread(5).begin_callback(Callback::destroy, "k1", "c1", 1);
  auto twice = trace;
  trace.end_callback(Callback::destroy);
  trace.on_thread(6).callback(Callback::destroy, "k1", "c1", 2);
  trace.end(Procedure::value_clear);
  trace.on_thread(5).end(Procedure::value_set);
  get(trace, Seen{});
  EXPECT_EQ(trace.checked().verdict, Verdict::allowed);
  twice.on_thread(6).begin_callback(Callback::destroy, "k1", "c1", 1);
  EXPECT_EQ(twice.checked().verdict, Verdict::forbidden);
}

// What the library should not have called, in a thread: the call that it was in goes on.
TEST(CheckThreads, ACallGoesOnAfterAForbiddenCallback) {
  auto trace = one_value();
  trace.on_thread(2).begin(Procedure::value_set, {{"key", word("k1")}, {"handle", word("c1")}, {"value", number(2)}});
  trace.callback(Callback::free, "k1", "c1", 1);
  trace.end(Procedure::value_set);
  trace.on_thread(3).call(Procedure::value_clear, {{"key", word("k1")}, {"handle", word("c1")}});
  for (const auto* reading : {"ticket304-strict", "ticket304"}) {
    const auto report = trace.checked(reading);
    EXPECT_EQ(report.verdict, Verdict::forbidden);
    ASSERT_FALSE(report.findings.empty());
    EXPECT_EQ(report.findings.front().sequence, 8U);
    EXPECT_EQ(report.findings.front().clause, Clause::free_when);
  }
}

} // namespace
} // namespace moot
