// What the checker says of today's attributes, on traces by hand.
#include "traces/check_script.h"

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

} // namespace
} // namespace moot
