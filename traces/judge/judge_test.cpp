// What may follow from a recorded trace, in which much is missing: traces by hand, in JSON.
#include "traces/judge/judge.h"

#include "spec/language/law/reading_file.h"
#include "traces/check/nesting.h"
#include "traces/format/trace_reader.h"
#include "traces/judge/lifetimes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace moot {
namespace {

// Lines of a recorded trace: numbers and depths are added.
class Recorded {
public:
  // "native": by Moot's own executor, which knows which numbers are addresses.
  explicit Recorded(const std::string& through = "recorded")
      : text_(fmt::format("{{\"moot_trace\":1,\"library\":\"Open MPI\",\"version\":\"4.1.4\",\"through\":\"{}\"}}\n",
                          through)) {}

  Recorded& call(const std::string& procedure, const std::string& arguments = "") {
    line(fmt::format(R"("event":"call","by":"program","{}":"{}","arguments":{{{}}})", kind(procedure), procedure,
                     arguments));
    open_.push_back(procedure);
    return *this;
  }
  Recorded& returns(const std::string& results = "", const std::string& error = "MPI_SUCCESS") {
    const auto procedure = open_.back();
    open_.pop_back();
    line(fmt::format(R"("event":"return","by":"program","{}":"{}","results":{{{}}},"error":"{}")", kind(procedure),
                     procedure, results, error));
    return *this;
  }
  // A call without callbacks.
  Recorded& does(const std::string& procedure, const std::string& arguments = "", const std::string& results = "",
                 const std::string& error = "MPI_SUCCESS") {
    return call(procedure, arguments).returns(results, error);
  }
  Recorded& deletes(const std::string& handle, const std::string& keyval, int value) {
    line(fmt::format(R"("event":"callback","by":"library","callback":"delete_attr","arguments":{{"handle":"{}",)"
                     R"("keyval":"{}","attribute_val":{},"extra_state":0}})",
                     handle, keyval, value));
    line(R"("event":"end","by":"library","callback":"delete_attr","error":"MPI_SUCCESS")");
    return *this;
  }
  Recorded& finishes() {
    text_ += "{\"end\":\"finished\"}\n";
    return *this;
  }

  const std::string& text() const { return text_; }

private:
  // As the model knows it, or not.
  static std::string_view kind(const std::string& name) {
    return procedure_named(name) && name != "MPI_Waitall" ? "procedure" : "other";
  }
  void line(const std::string& members) {
    text_ += fmt::format("{{\"n\":{},\"thread\":0,\"depth\":{},{}}}\n", ++n_, open_.size(), members);
  }

  std::string text_;
  std::vector<std::string> open_;
  int n_ = 0;
};

// A handle as an argument: comm("c1").
std::string comm(const std::string& name) { return fmt::format(R"("comm":"{}")", name); }
std::string attribute(const std::string& handle, const std::string& keyval) {
  return fmt::format(R"({},"keyval":"{}")", comm(handle), keyval);
}
std::string attribute(const std::string& handle, const std::string& keyval, int value) {
  return fmt::format(R"({},"attribute_val":{})", attribute(handle, keyval), value);
}

CheckReport judged(const Recorded& trace, const std::string& under = "mpi-3.1") {
  const auto reading = read_reading(under, "spec/readings");
  TraceReader reader(bytes_of_text(trace.text()), "f");
  return judged(reader, reading);
}

std::vector<NeverFreed> leaks(const Recorded& trace) {
  TraceReader reader(bytes_of_text(trace.text()), "f");
  Lifetimes lifetimes;
  for (Event event; reader.next(event);) lifetimes.event(event);
  return lifetimes.never_freed();
}

constexpr auto functions = R"("copy":"MPI_COMM_NULL_COPY_FN","delete":"function1","extra_state":0)";

// A communicator with an attribute: c1, v1, 7.
Recorded with_attribute() {
  Recorded trace;
  trace.does("MPI_Init").does("MPI_Comm_create_keyval", functions, R"("keyval":"v1")");
  trace.does("MPI_Comm_dup", comm("MPI_COMM_WORLD"), R"("newcomm":"c1")");
  return trace.does("MPI_Comm_set_attr", attribute("c1", "v1", 7));
}

// ---- what the law allows

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
  EXPECT_TRUE(leaks(trace).empty());
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

// ---- what comes late

// Whether an operation keeps its communicator is open in the standard's text: callbacks may come at its end, in whatever call that is.
void may_come_late(Recorded trace, const std::string& procedure, const std::string& requests) {
  trace.does("MPI_Comm_free", comm("c1"));
  auto never = trace;
  trace.call(procedure, requests).deletes("c1", "v1", 7).returns();
  EXPECT_EQ(judged(trace).verdict, Verdict::unspecified) << procedure;
  EXPECT_EQ(judged(trace, "mpich-4.0.2").verdict, Verdict::allowed) << procedure; // it keeps it
  // But not with another value; and if it never comes, that is no fault as long as the operation may go on.
  trace = never;
  trace.call(procedure, requests).deletes("c1", "v1", 8).returns();
  EXPECT_EQ(judged(trace).verdict, Verdict::forbidden) << procedure;
  EXPECT_NE(judged(never).verdict, Verdict::forbidden) << procedure;
}

TEST(Judge, AnOperationMayKeepItsCommunicator) {
  auto trace = with_attribute();
  trace.does("MPI_Irecv", R"("datatype":"MPI_INT","comm":"c1","tag":3)", R"("request":"r1")");
  may_come_late(trace, "MPI_Wait", R"("request":"r1")");
  may_come_late(trace, "MPI_Waitall", R"("array_of_requests":"r1")");
  auto lacking = with_attribute();
  lacking.does("MPI_Ibarrier", comm("c1"), R"("request":"r1")");
  may_come_late(lacking, "MPI_Wait", R"("request":"r1")");
  may_come_late(lacking, "MPI_Waitall", R"("array_of_requests":"r1")");
}

// The datatypes of MPI_Ialltoallw are not recorded: it may keep any.
TEST(Judge, AnOperationMayKeepDatatypesThatNobodySaw) {
  Recorded trace;
  trace.does("MPI_Type_create_keyval", R"("copy":"MPI_TYPE_NULL_COPY_FN","delete":"function1","extra_state":0)",
             R"("keyval":"v1")");
  trace.does("MPI_Type_contiguous", R"("count":2,"datatype":"MPI_INT")", R"("newtype":"t1")");
  trace.does("MPI_Type_set_attr", R"("datatype":"t1","keyval":"v1","attribute_val":7)");
  auto without = trace;
  trace.does("MPI_Ialltoallw", comm("MPI_COMM_SELF"), R"("request":"r1")");
  trace.does("MPI_Type_free", R"("datatype":"t1")").call("MPI_Wait", R"("request":"r1")");
  EXPECT_EQ(judged(trace.deletes("t1", "v1", 7).returns(), "mpich-4.0.2").verdict, Verdict::allowed);
  EXPECT_EQ(judged(without.does("MPI_Type_free", R"("datatype":"t1")"), "mpich-4.0.2").verdict, Verdict::forbidden);
}

// On another communicator: it keeps nothing of this one.
TEST(Judge, AnotherOperationExcusesNothing) {
  auto trace = with_attribute();
  trace.does("MPI_Irecv", R"("datatype":"MPI_INT","comm":"MPI_COMM_WORLD","tag":3)", R"("request":"r1")");
  trace.does("MPI_Comm_free", comm("c1"));
  EXPECT_EQ(judged(trace).verdict, Verdict::forbidden);
}

// ---- what nobody saw

TEST(Judge, AHandleThatNobodySawMadeIsNoFault) {
  Recorded trace;
  trace.does("MPI_Comm_create_keyval", functions, R"("keyval":"v1")");
  trace.does("MPI_Comm_set_attr", attribute("c1", "v1", 7));
  trace.does("MPI_Comm_get_attr", attribute("c1", "v1"), R"("attribute_val":7)");
  trace.call("MPI_Comm_free", comm("c1")).deletes("c1", "v1", 7).returns();
  trace.does("MPI_Type_commit", R"("datatype":"t1")").does("MPI_Type_free", R"("datatype":"t1")");
  trace.does("MPI_Info_free", R"("info":"i1")").does("MPI_Group_free", R"("group":"g1")");
  trace.does("MPI_Wait", R"("request":"r1")").does("MPI_Errhandler_free", R"("errhandler":"h1")");
  trace.does("MPI_File_close", R"("fh":"f1")").does("MPI_Win_free", R"("win":"w1")");
  for (const auto* reading : {"mpi-3.1", "openmpi-4.1.4", "mpich-4.0.2"})
    EXPECT_EQ(judged(trace, reading).verdict, Verdict::allowed) << reading;
}

TEST(Judge, CallsThatTheModelLacksAreNoFault) {
  auto trace = with_attribute();
  trace.does("MPI_Topo_frobnicate", comm("c1") + R"(,"other":"c1")", R"("newcomm":"c2")");
  trace.does("MPI_Type_create_subarray", R"("oldtype":"MPI_DOUBLE")", R"("newtype":"t1")");
  trace.does("MPI_Type_create_subarray", R"("oldtype":"t9")", R"("newtype":"t2")");
  trace.does("MPI_Comm_get_attr", attribute("c1", "v1"), R"("attribute_val":7)");
  trace.does("MPI_Comm_free", comm("c2"));
  EXPECT_EQ(judged(trace).verdict, Verdict::allowed);
}

TEST(Judge, CallsThatFailAreNoFault) {
  auto trace = with_attribute();
  trace.does("MPI_Comm_dup", comm("c1"), "", "MPI_ERR_INTERN").does("MPI_Comm_free", comm("c1"), "", "MPI_ERR_OTHER");
  trace.does("MPI_Type_contiguous", R"("count":-1,"datatype":"MPI_INT")", "", "MPI_ERR_ARG");
  trace.does("MPI_File_open", comm("c1"), "", "MPI_ERR_OTHER")
      .does("MPI_Comm_split", comm("c1") + R"(,"color":-1,"key":0)", "", "MPI_ERR_ARG");
  trace.does("MPI_Ibarrier", comm("c1"), "", "MPI_ERR_OTHER");
  trace.does("MPI_Comm_get_attr", attribute("c1", "v1"), R"("attribute_val":7)");
  EXPECT_EQ(judged(trace).verdict, Verdict::allowed);
}

// A failed free leaves the communicator, and what is on it.
TEST(Judge, AFailedOperationKeepsNothing) {
  auto trace = with_attribute();
  trace.does("MPI_Ibarrier", comm("c1"), "", "MPI_ERR_OTHER").does("MPI_Comm_free", comm("c1"));
  EXPECT_EQ(judged(trace).verdict, Verdict::forbidden);
}

// Wherever a trace ends, what it holds is judged, and nothing is missing.
TEST(Judge, ATraceThatIsCutOff) {
  auto trace = with_attribute();
  trace.call("MPI_Comm_free", comm("c1")).deletes("c1", "v1", 7).returns().does("MPI_Finalize");
  std::istringstream lines(trace.text());
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    text += line + "\n";
    TraceReader reader(bytes_of_text(text), "f");
    const auto reading = read_reading("mpi-3.1", "spec/readings");
    EXPECT_EQ(judged(reader, reading).verdict, Verdict::allowed) << text;
  }
}

// ---- leaks

TEST(Judge, WhatIsNeverFreedIsListedWithTheCallThatMadeIt) {
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
TEST(Judge, WhatMayNotBeFreedIsNoLeak) {
  Recorded trace;
  for (int i = 0; i < 2; ++i) trace.does("MPI_Type_create_f90_real", "", R"("newtype":"t1")");
  EXPECT_TRUE(leaks(trace.does("MPI_Finalize")).empty());
}

// What a program would have freed that was killed, nobody knows.
TEST(Judge, NothingLeaksBeforeFinalize) { EXPECT_TRUE(leaks(with_attribute()).empty()); }

TEST(Judge, TheParentIsOneCommunicator) {
  Recorded trace;
  for (int i = 0; i < 2; ++i) trace.does("MPI_Comm_get_parent", "", R"("parent":"c1")");
  trace.does("MPI_Comm_disconnect", comm("c1"));
  auto after = trace;
  EXPECT_TRUE(leaks(trace.does("MPI_Finalize")).empty());
  EXPECT_EQ(judged(trace).verdict, Verdict::allowed);
  after.does("MPI_Comm_set_attr", attribute("c1", "v1", 7), "", "MPI_ERR_COMM");
  EXPECT_EQ(judged(after).verdict, Verdict::erroneous); // it is gone
}

} // namespace
} // namespace moot
