// What may follow from a recorded trace, in which much is missing: traces by hand.
#include "traces/judge/recorded_script.h"

#include "model/law/law.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

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

// ---- too little is known

// It failed, and did nothing: a handle of which no event tells may be none. What succeeds counts.
TEST(Judge, ACallThatFailsMayHaveAHandleThatIsNone) {
  auto trace = with_key();
  trace.does("MPIX_Value_clear", value("k1", "h1"), "", "MPIX_ERR_HANDLE");
  trace.does("MPIX_Value_set", value("k1", "c1", 7), "", "MPIX_ERR_HANDLE");
  EXPECT_EQ(judged(trace, "ticket304-strict").verdict, Verdict::allowed);
  // What holds values that nobody saw it get may hold any.
  trace.does("MPIX_Value_set", value("k1", "c1", 7)).does("MPIX_Value_get", value("k1", "c1"), R"("value":7)");
  EXPECT_EQ(judged(trace, "ticket304-strict").verdict, Verdict::allowed);
  trace.does("MPIX_Value_get", value("k1", "c1"), R"("value":8)");
  EXPECT_THROW(judged(trace, "ticket304-strict"), NotModelled);
}

// Made by a PMPI_ call, or by C++: which functions it has, and for which kind of object it is, nothing tells.
TEST(Judge, AKeyvalThatNobodySawMade) {
  Recorded trace;
  trace.does("MPI_Comm_dup", comm("MPI_COMM_SELF"), R"("newcomm":"c1")");
  trace.does("MPI_Comm_set_attr", attribute("c1", "v1", 7));
  trace.does("MPI_Comm_get_attr", attribute("c1", "v1"), R"("attribute_val":7)");
  trace.does("MPI_Comm_free_keyval", R"("keyval":"v1")").does("MPI_Comm_free", comm("c1"));
  EXPECT_EQ(judged(trace).verdict, Verdict::allowed);
}

// Where no request is recorded, nothing shows when a duplication is complete.
TEST(Judge, ADuplicationWhoseRequestIsFilteredOut) {
  Recorded trace("recorded", R"("request")");
  trace.does("MPI_Comm_idup", comm("MPI_COMM_SELF"), R"("newcomm":"c1","request":"r1")");
  trace.does("MPI_Comm_get_attr", attribute("c1", "MPI_TAG_UB"), R"("attribute_val":2147483647)");
  trace.does("MPI_Comm_free", comm("c1"));
  EXPECT_NE(judged(trace).verdict, Verdict::erroneous);
}

// A datatype goes with the last that was derived from it, however many it was made of.
TEST(Judge, ADatatypeMadeOfSeveral) {
  Recorded trace;
  trace.does("MPI_Type_create_keyval", R"("copy":"MPI_TYPE_NULL_COPY_FN","delete":"function1","extra_state":0)",
             R"("keyval":"v1")");
  for (const auto* type : {"t1", "t3"})
    trace.does("MPI_Type_contiguous", R"("count":2,"datatype":"MPI_INT")", fmt::format(R"("newtype":"{}")", type));
  trace.does("MPI_Type_set_attr", R"("datatype":"t1","keyval":"v1","attribute_val":7)");
  trace.does("MPI_Type_contiguous", R"("count":2,"datatype":"t1")", R"("newtype":"t2")");
  trace.does("MPI_Type_create_struct", R"("array_of_types":["t3","t1"])", R"("newtype":"t4")");
  for (const auto* type : {"t1", "t2"}) trace.does("MPI_Type_free", fmt::format(R"("datatype":"{}")", type));
  trace.call("MPI_Type_free", R"("datatype":"t4")").deletes("t1", "v1", 7).returns();
  EXPECT_EQ(judged(trace, "mpich-4.0.2").verdict, Verdict::allowed);
}

// Nothing that was recorded frees the communicator: something that was not (a PMPI_ call) may have done so.
TEST(Judge, ACallbackThatNothingExplainsEndsTheJudging) {
  auto trace = with_attribute();
  EXPECT_THROW(judged(trace.deletes("c1", "v1", 7)), NotModelled);
  // In a call that was recorded it is a fault.
  auto in_a_call = with_attribute();
  in_a_call.call("MPI_Wait", R"("request":"r1")").deletes("c1", "v1", 7).returns();
  EXPECT_EQ(judged(in_a_call).verdict, Verdict::forbidden);
}

// The delete function has waited for an operation that was not recorded, and which has kept the other communicator.
TEST(Judge, ACallbackInACallback) {
  auto trace = with_attribute();
  trace.does("MPI_Comm_dup", comm("MPI_COMM_SELF"), R"("newcomm":"c2")");
  trace.does("MPI_Comm_set_attr", attribute("c2", "v1", 8));
  trace.does("MPI_Ibarrier", comm("c2"), R"("request":"r1")").does("MPI_Comm_free", comm("c2"));
  trace.call("MPI_Comm_free", comm("c1"));
  trace.callback("delete_attr", R"("handle":"c1","keyval":"v1","attribute_val":7,"extra_state":0)");
  trace.deletes("c2", "v1", 8).ends().returns();
  EXPECT_EQ(judged(trace, "mpich-4.0.2").verdict, Verdict::allowed); // it keeps what operations are on
}

// Where it fails, no record tells what stands in its arguments.
TEST(Judge, WhatAFailedCallGivesIsNotKnown) {
  auto trace = with_attribute();
  trace.does("MPI_Win_create_keyval", functions, R"("keyval":"v2")");
  trace.does("MPI_Comm_get_attr", attribute("c1", "v2"), R"("attribute_val":null)", "MPI_ERR_KEYVAL");
  EXPECT_EQ(judged(trace, "mpich-4.0.2").verdict, Verdict::allowed); // which leaves it as it was
}

// What MPI itself holds is a number, of the library's.
TEST(Judge, ValuesOfMpisOwn) {
  auto trace = with_key();
  trace.does("MPIX_Value_get", value("MPIX_KEY_TAG_UB", "MPI_COMM_WORLD"), R"("value":2147483647)");
  EXPECT_EQ(judged(trace, "ticket304-strict").verdict, Verdict::allowed);
  Recorded window;
  window.does("MPI_Win_allocate", comm("MPI_COMM_SELF"), R"("win":"w1")");
  for (const auto* keyval : {"MPI_WIN_BASE", "MPI_WIN_SIZE"})
    window.does("MPI_Win_get_attr", fmt::format(R"("win":"w1","keyval":"{}")", keyval),
                R"("attribute_val":94806115772832)");
  EXPECT_EQ(judged(window).verdict, Verdict::allowed);
}

// ---- objects of any kind (Ticket 304)

TEST(Judge, ACopyOfAnInfoObjectHasItsValues) {
  auto trace = with_key();
  trace.does("MPI_Info_create", "", R"("info":"i1")").does("MPIX_Value_set", value("k1", "i1", 5));
  trace.call("MPI_Info_dup", R"("info":"i1")");
  trace.calls("copy", in_callback("k1", "i1", 5) + R"(,"new_handle":"i2")", R"("new_value":6)");
  trace.returns(R"("newinfo":"i2")");
  auto wrong = trace;
  auto freed = trace;
  freed.call("MPI_Info_free", R"("info":"i2")").calls("free", in_callback("k1", "i2", 6));
  freed.calls("destroy", in_callback("k1", "i2", 6)).returns();
  EXPECT_EQ(judged(freed, "ticket304-strict").verdict, Verdict::allowed);
  trace.does("MPIX_Value_get", value("k1", "i2"), R"("value":6)");
  EXPECT_EQ(judged(trace, "ticket304-strict").verdict, Verdict::allowed);
  wrong.does("MPIX_Value_get", value("k1", "i2"), R"("value":5)");
  EXPECT_EQ(judged(wrong, "ticket304-strict").verdict, Verdict::forbidden);
}

// A message ends in the call that receives it, other-endings says as freed or not: the strict reading that it is.
TEST(Judge, AMessageEndsWhereItIsReceived) {
  auto trace = with_key();
  trace.does("MPI_Mprobe", comm("MPI_COMM_SELF"), R"("message":"p1")").does("MPIX_Value_set", value("k1", "p1", 5));
  trace.call("MPI_Mrecv", R"("message":"p1","datatype":"MPI_INT")");
  trace.calls("free", in_callback("k1", "p1", 5)).calls("destroy", in_callback("k1", "p1", 5)).returns();
  EXPECT_NE(judged(trace, "ticket304").verdict, Verdict::forbidden);
}

// Made before anything was recorded of it: is it persistent? When is it complete?
TEST(Judge, ARequestThatNobodySawMade) {
  auto trace = with_key();
  trace.does("MPIX_Value_set", value("k1", "r1", 5)).does("MPI_Start", R"("request":"r1")");
  trace.does("MPI_Wait", R"("request":"r1")").does("MPI_Start", R"("request":"r1")");
  trace.does("MPI_Wait", R"("request":"r1")").call("MPI_Request_free", R"("request":"r1")");
  trace.calls("free", in_callback("k1", "r1", 5)).calls("destroy", in_callback("k1", "r1", 5)).returns();
  EXPECT_NE(judged(trace, "ticket304").verdict, Verdict::forbidden);
  EXPECT_NE(judged(trace, "ticket304").verdict, Verdict::erroneous);
}

// Its free function has begun an operation on the communicator, which keeps it.
TEST(Judge, AnOperationOfAFreeFunctionKeepsItsCommunicator) {
  auto trace = with_key();
  trace.does("MPI_Comm_dup", comm("MPI_COMM_SELF"), R"("newcomm":"c1")");
  trace.does("MPIX_Value_set", value("k1", "c1", 5)).call("MPI_Comm_free", comm("c1"));
  trace.callback("free", in_callback("k1", "c1", 5));
  trace.does("MPI_Isend", R"("datatype":"MPI_INT","comm":"c1","tag":0)", R"("request":"r1")").ends().returns();
  trace.call("MPI_Test", R"("request":"r1")").calls("destroy", in_callback("k1", "c1", 5)).returns(R"("flag":1)");
  EXPECT_NE(judged(trace, "ticket304").verdict, Verdict::forbidden);
}

} // namespace
} // namespace moot
