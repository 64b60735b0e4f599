// --only and --without: some kinds of object alone.
#include "mpi_backend/recorder/record_test.h"

namespace moot {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class RecordFiltersTest : public RecordTest {};
MOOT_ON_EACH_LIBRARY(RecordFiltersTest);

// programs/kinds.c: its info objects, from MPI_Init to MPI_Finalize; and the names of errors, which any call may return.
TEST_P(RecordFiltersTest, OnlyOneKind) {
  ASSERT_EQ(record(program("kinds"), "--only info").code, 0);
  EXPECT_EQ(shown(), lines({"MPI_Init()", "MPI_Info_create() -> i1", "MPI_Info_dup(i1) -> i2", "MPI_Info_free(i1)",
                            "MPI_Info_free(i2)", "MPI_Add_error_class() -> e1", "MPI_Add_error_code(e1) -> e2",
                            "MPI_Finalize()", "finished"}));
  EXPECT_EQ(alarms(), "");
}

TEST_P(RecordFiltersTest, SeveralKinds) {
  ASSERT_EQ(record(program("kinds"), "--only info,op").code, 0);
  EXPECT_THAT(shown(), AllOf(HasSubstr("MPI_Info_free(i2)\n"), HasSubstr("MPI_Op_free(o1)\n"),
                             Not(HasSubstr("MPI_Comm")), Not(HasSubstr("MPI_Type"))));
}

TEST_P(RecordFiltersTest, WithoutAKind) {
  ASSERT_EQ(record(program("kinds"), "--without info --without datatype").code, 0);
  EXPECT_THAT(shown(), AllOf(HasSubstr("MPI_Comm_dup(MPI_COMM_SELF) -> c1\n"), HasSubstr("MPI_Op_create() -> o1\n"),
                             Not(HasSubstr("MPI_Info")), Not(HasSubstr("MPI_Type"))));
  EXPECT_EQ(alarms(), "");
}

// What was left out stands in the header, and what nobody saw is no fault.
TEST_P(RecordFiltersTest, WhatIsLeftOutIsNoFault) {
  for (const std::string kind : {"keyval", "communicator", "datatype", "window", "group"}) {
    ASSERT_EQ(record(program("attributes"), "--without " + kind).code, 0) << kind;
    EXPECT_EQ(alarms(), "") << kind << shown();
    EXPECT_THAT(read().header.filtered, testing::Contains(kind));
  }
  ASSERT_EQ(record(program("attributes"), "--without keyval").code, 0);
  EXPECT_THAT(shown(), AllOf(Not(HasSubstr("keyval")), Not(HasSubstr("_attr"))));
}

TEST_P(RecordFiltersTest, AKindThatThereIsNot) {
  const auto ran = record(program("kinds"), "--only comunicator");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("there is no kind 'comunicator'"));
  EXPECT_THAT(ran.err, HasSubstr("communicator"));
}

} // namespace
} // namespace moot
