// What the checker says of today's attributes, on traces by hand.
#include "traces/check/check_script.h"

#include <gtest/gtest.h>

namespace moot {
namespace {

// An attribute under a new keyval.
void add_attribute(Script& trace, const std::string& keyval, const std::string& comm, std::int64_t value) {
  trace.call(Procedure::comm_create_keyval, {}, {{"keyval", word(keyval)}});
  trace.call(Procedure::comm_set_attr,
             {{"comm", word(comm)}, {"keyval", word(keyval)}, {"attribute_val", number(value)}});
}

// The free of a communicator with two attributes, the first of whose delete functions fails: as far as that.
Script failing_free() {
  Script trace;
  trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", word("c1")}});
  add_attribute(trace, "v1", "c1", 1);
  add_attribute(trace, "v2", "c1", 2);
  trace.begin(Procedure::comm_free, {{"comm", word("c1")}});
  trace.delete_callback("v2", "c1", 2, ErrorClass::topology);
  return trace;
}

// failing-delete is open: the free may go on with the other callback, or stop, but not succeed. (Of mpich-4.0.2 the other has
// to come first: then it is that which is missing.)
TEST(CheckAttributes, ASwallowedErrorIsNoMissingCallback) {
  auto trace = failing_free();
  trace.end(Procedure::comm_free);
  for (const bool shortcut : {true, false}) {
    const auto report = trace.checked("mpi-3.1", shortcut);
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].verdict, Verdict::forbidden);
    EXPECT_EQ(report.findings[0].clause, Clause::attr_delete_fails);
  }
  EXPECT_EQ(trace.checked("mpich-4.0.2").findings.at(0).clause, Clause::attr_free);
  auto stops = failing_free();
  stops.end(Procedure::comm_free, {}, ErrorClass::topology);
  EXPECT_EQ(stops.checked("mpi-3.1").verdict, Verdict::unspecified);
}

// What only an operation keeps may go before the handle that is being freed (deferred-destroy-where): when the checker goes on after
// a fault of the library's, that handle goes all the same.
TEST(CheckAttributes, GoesOnAfterAFreeThatOthersMayGoBefore) {
  Script trace;
  trace.call(Procedure::comm_create_keyval, {}, {{"keyval", word("v1")}});
  trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", word("c1")}});
  trace.call(Procedure::comm_idup, {{"comm", word("c1")}}, {{"newcomm", word("c2")}, {"request", word("r1")}});
  const auto set = [&](const std::string& comm, std::int64_t value) {
    trace.call(Procedure::comm_set_attr,
               {{"comm", word(comm)}, {"keyval", word("v1")}, {"attribute_val", number(value)}});
  };
  set("c1", 1);
  trace.call(Procedure::comm_free, {{"comm", word("c1")}});
  trace.on_thread(1).delete_callback("v1", "c1", 1); // on a thread of the library's: forbidden
  trace.on_thread(0).call(Procedure::wait, {{"request", word("r1")}});
  set("c2", 2);
  trace.begin(Procedure::comm_free, {{"comm", word("c2")}});
  trace.delete_callback("v1", "c2", 2, ErrorClass::arg);
  trace.end(Procedure::comm_free); // MPI_SUCCESS: forbidden
  const auto report = trace.checked("mpi-3.1");
  EXPECT_EQ(report.verdict, Verdict::forbidden);
  EXPECT_EQ(report.findings.back().clause, Clause::attr_delete_fails);
}

// world-at-finalize is open: MPI_Finalize may also have called MPI_COMM_WORLD's callback first. It is that which did not come.
TEST(CheckAttributes, AReturnIsNoCallbackThatCouldHaveComeFirst) {
  Script trace;
  add_attribute(trace, "v1", "MPI_COMM_WORLD", 1);
  trace.call(Procedure::finalize, {});
  const auto report = trace.checked("mpi-3.1");
  EXPECT_EQ(report.verdict, Verdict::unspecified);
  EXPECT_EQ(report.findings.at(0).clause, Clause::attr_finalize);
}

// Two datatypes and a keyval, each free with its delete callbacks. `after`: the keyval is younger than the duplicate.
Script duplicate(bool after) {
  Script trace;
  const auto make_keyval = [&] { trace.call(Procedure::type_create_keyval, {}, {{"keyval", word("v1")}}); };
  if (!after) make_keyval();
  trace.call(Procedure::type_contiguous, {{"count", number(2)}, {"datatype", word("MPI_INT")}},
             {{"newtype", word("t1")}});
  trace.call(Procedure::type_dup, {{"datatype", word("t1")}}, {{"newtype", word("t2")}});
  if (after) make_keyval();
  trace.call(Procedure::type_set_attr,
             {{"datatype", word("t1")}, {"keyval", word("v1")}, {"attribute_val", number(1)}});
  trace.call(Procedure::type_free, {{"datatype", word("t1")}});
  trace.begin(Procedure::type_free, {{"datatype", word("t2")}});
  trace.delete_callback("v1", "t1", 1);
  trace.end(Procedure::type_free);
  return trace;
}

// duplicate-keeps-datatype: yes, whenever the keyval was made.
TEST(CheckAttributes, ADuplicateKeepsItsDatatypeBeforeThereIsAKeyval) {
  for (const bool after : {false, true})
    for (const bool shortcut : {true, false}) {
      EXPECT_EQ(duplicate(after).checked("openmpi-4.1.4", shortcut).verdict, Verdict::allowed) << after;
      EXPECT_EQ(duplicate(after).checked("mpi-3.1", shortcut).verdict, Verdict::unspecified) << after;
    }
}

// What is to come is known of a native run, and of one that only a reading about attributes could be meant for.
TEST(CheckAttributes, AreExpectedOfANativeRun) {
  const auto expected = [](const std::string& through, const std::string& reading) {
    TraceHeader header;
    header.through = through;
    return areas_expected(header, read_reading(reading, "spec/readings")).attributes;
  };
  EXPECT_TRUE(expected("native", "ticket304"));
  EXPECT_TRUE(expected("model", "mpi-3.1"));
  EXPECT_FALSE(expected("model", "ticket304"));
  EXPECT_FALSE(expected("layer", "mpi-3.1"));
}

// A call by MPI_KEYVAL_INVALID, which returns `error`.
Script by_no_keyval(ErrorClass error) {
  Script trace;
  trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", word("c1")}});
  trace.begin(Procedure::comm_delete_attr, {{"comm", word("c1")}, {"keyval", word("MPI_KEYVAL_INVALID")}});
  trace.end(Procedure::comm_delete_attr, {}, error);
  trace.call(Procedure::comm_free, {{"comm", word("c1")}}, {}, ErrorClass::intern); // anything may follow
  return trace;
}

// mpi.keyval.diagnosed: it need not be noticed, but as nothing else.
TEST(CheckAttributes, AFaultThatIsNoticedHasItsClass) {
  for (const bool shortcut : {true, false}) {
    EXPECT_EQ(by_no_keyval(ErrorClass::keyval).checked("mpi-3.1", shortcut).verdict, Verdict::erroneous);
    EXPECT_EQ(by_no_keyval(ErrorClass::success).checked("mpi-3.1", shortcut).verdict, Verdict::erroneous);
    for (const auto error : {ErrorClass::other, ErrorClass::unknown}) {
      const auto report = by_no_keyval(error).checked("mpi-3.1", shortcut);
      EXPECT_EQ(report.verdict, Verdict::forbidden);
      EXPECT_EQ(report.fault, Clause::keyval_valid);
      ASSERT_EQ(report.findings.size(), 2U);
      EXPECT_EQ(report.findings[1].clause, Clause::keyval_diagnosed);
      EXPECT_EQ(report.findings[1].allowed.at(0).error, ErrorClass::keyval);
    }
  }
}

// A set by a keyval that is freed, and that an attribute keeps alive.
Script by_a_stale_keyval(ErrorClass error) {
  Script trace;
  add_attribute(trace, "v1", "MPI_COMM_SELF", 1);
  trace.call(Procedure::comm_free_keyval, {{"keyval", word("v1")}});
  trace.call(Procedure::comm_set_attr,
             {{"comm", word("MPI_COMM_WORLD")}, {"keyval", word("v1")}, {"attribute_val", number(2)}}, {}, error);
  return trace;
}

// Its number may be that of one made since: a library that takes it for that one returns that one's error, whatever it is.
TEST(CheckAttributes, AFreedKeyvalMayHaveTheNumberOfAnother) {
  for (const bool another : {true, false}) {
    Script trace;
    trace.call(Procedure::comm_create_keyval, {}, {{"keyval", word("v1")}});
    trace.call(Procedure::comm_free_keyval, {{"keyval", word("v1")}});
    if (another) add_attribute(trace, "v2", "MPI_COMM_SELF", 1);
    trace.call(Procedure::comm_delete_attr, {{"comm", word("MPI_COMM_SELF")}, {"keyval", word("v1")}}, {},
               ErrorClass::other);
    EXPECT_EQ(trace.checked("mpi-3.1").verdict, another ? Verdict::erroneous : Verdict::forbidden);
  }
}

// stale-keyval is open: the call works, or it is the program's fault.
TEST(CheckAttributes, AFaultUnderSomeAnswersIsDiagnosedUnderThem) {
  EXPECT_EQ(by_a_stale_keyval(ErrorClass::success).checked("mpi-3.1").verdict, Verdict::unspecified);
  EXPECT_EQ(by_a_stale_keyval(ErrorClass::keyval).checked("mpi-3.1").verdict, Verdict::unspecified);
  const auto report = by_a_stale_keyval(ErrorClass::arg).checked("mpi-3.1");
  EXPECT_EQ(report.verdict, Verdict::forbidden);
  EXPECT_EQ(report.findings.back().clause, Clause::keyval_diagnosed);
  EXPECT_EQ(by_a_stale_keyval(ErrorClass::arg).checked("attribute-interop").verdict, Verdict::forbidden);
  EXPECT_EQ(by_a_stale_keyval(ErrorClass::keyval).checked("attribute-interop").verdict, Verdict::erroneous);
}

// A delete function fails on a communicator whose error handler is this one: as far as that.
Script failing_delete_under(const std::string& handler) {
  Script trace;
  trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", word("c1")}});
  add_attribute(trace, "v1", "c1", 1);
  trace.call(Procedure::comm_set_errhandler, {{"comm", word("c1")}, {"errhandler", word(handler)}});
  trace.begin(Procedure::comm_delete_attr, {{"comm", word("c1")}, {"keyval", word("v1")}});
  trace.delete_callback("v1", "c1", 1, ErrorClass::other);
  return trace;
}

// mpi.error.fatal: the program aborts where the call fails, and nowhere else.
TEST(CheckAttributes, AFatalErrorAborts) {
  const TraceEnding aborted{TraceEnding::Type::aborted, "exit code 16", {}};
  for (const bool shortcut : {true, false}) {
    const auto fatal = failing_delete_under("MPI_ERRORS_ARE_FATAL");
    EXPECT_EQ(fatal.checked("mpi-3.1", shortcut, aborted).verdict, Verdict::allowed);
    EXPECT_EQ(fatal.checked("attribute-interop", shortcut, aborted).verdict, Verdict::unspecified);
    const TraceEnding crashed{TraceEnding::Type::crashed, "signal 11", {}};
    EXPECT_EQ(fatal.checked("mpi-3.1", shortcut, crashed).verdict, Verdict::forbidden);
    const auto returning = failing_delete_under("MPI_ERRORS_RETURN");
    EXPECT_EQ(returning.checked("mpi-3.1", shortcut, aborted).verdict, Verdict::forbidden);
    auto returns = failing_delete_under("MPI_ERRORS_ARE_FATAL");
    returns.end(Procedure::comm_delete_attr, {}, ErrorClass::other);
    const auto report = returns.checked("mpi-3.1", shortcut);
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].clause, Clause::error_fatal);
    EXPECT_EQ(report.verdict, Verdict::forbidden);
  }
}

} // namespace
} // namespace moot
