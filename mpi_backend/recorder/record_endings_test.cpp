// However a program ends, its trace holds what it did, and `moot record` ends as it did.
#include "mpi_backend/recorder/record_test.h"

namespace moot {
namespace {

using testing::HasSubstr;

// What programs/endings.c does before it ends.
const auto before =
    lines({"MPI_Init()", "MPI_Comm_dup(MPI_COMM_SELF) -> c1",
           "MPI_Comm_create_keyval(copy: function1, delete: MPI_COMM_NULL_DELETE_FN, extra_state: 0) -> v1",
           "MPI_Comm_set_attr(c1, v1, 0)"});

class RecordEndingsTest : public RecordTest {
protected:
  // The exit code, and what comes after that in the trace.
  void ends(const std::string& way, int code, const std::vector<std::string>& after) {
    const auto ran = record(program("endings") + " " + way);
    EXPECT_EQ(ran.code, code) << way << ran.err;
    EXPECT_EQ(traces(), std::vector<std::string>{"rank-0.moot"});
    EXPECT_EQ(shown(), before + lines(after)) << way;
    EXPECT_EQ(alarms(), "") << way;
  }
  static constexpr auto callback = "  copy_attr callback (handle=c1, keyval=v1, attribute_val=0, extra_state=0)";
};
MOOT_ON_EACH_LIBRARY(RecordEndingsTest);

TEST_P(RecordEndingsTest, ItsOwnExitCode) {
  ends("well 9", 9,
       {"MPI_Comm_dup(c1)", std::string(callback) + " -> null", "MPI_Comm_dup -> c2", "MPI_Comm_free(c2)",
        "MPI_Comm_free(c1)", "MPI_Comm_free_keyval(v1)", "MPI_Finalize()", "finished"});
}

TEST_P(RecordEndingsTest, WithoutFinalize) {
  ends("exit", 8, {no_end});
  ends("_exit", 8, {no_end});
}

TEST_P(RecordEndingsTest, Abort) {
  ends("abort", 7, {"MPI_Abort()", no_end});
  ends("abort-in-callback", 7, {"MPI_Comm_dup(c1)", callback, "    MPI_Abort()", no_end});
}

TEST_P(RecordEndingsTest, Signals) {
  ends("segv", 128 + 11, {no_end});
  ends("segv-in-callback", 128 + 11, {"MPI_Comm_dup(c1)", callback, no_end});
  ends("kill", 128 + 9, {no_end});
}

// The call that the default error handler ends the program in is there; it is erroneous, and nothing else is.
TEST_P(RecordEndingsTest, AFatalError) {
  const auto ran = record(program("endings") + " fatal");
  EXPECT_GT(ran.code, 0);
  EXPECT_EQ(shown(), before + lines({"MPI_Comm_set_attr(MPI_COMM_NULL, v1, 0)", no_end}));
  const auto checked = run("$MOOT check $TRACES --reading " + reading());
  EXPECT_EQ(checked.code, 3);
  EXPECT_THAT(checked.out,
              HasSubstr("event 9: erroneous: MPI_Comm_set_attr(MPI_COMM_NULL, v1, 0)\n      mpi.handle.valid"));
}

TEST_P(RecordEndingsTest, ATermination) {
  const auto ran = run("$MOOT record -o $TRACES -- " + program("endless") +
                       " >$TRACES.out & record=$!; until test -s $TRACES.out; do sleep 0.02; done; kill -TERM $record; "
                       "wait $record");
  EXPECT_EQ(ran.code, 128 + 15) << ran.err;
  EXPECT_THAT(shown(), HasSubstr("MPI_Comm_dup(MPI_COMM_SELF) -> c1\n"));
}

// Of several ranks, one aborts: each has its trace, with all that it did.
TEST_P(RecordEndingsTest, EveryRankKeepsItsTraceWhenOneAborts) {
  const auto ran = record(mpiexec(4) + program("endings") + " abort");
  EXPECT_NE(ran.code, 0);
  ASSERT_EQ(traces(), (std::vector<std::string>{"rank-0.moot", "rank-1.moot", "rank-2.moot", "rank-3.moot"}));
  bool has_aborted = false;
  for (const auto* name : {"rank-0", "rank-1", "rank-2", "rank-3"}) {
    // (The others are killed where they are: in a call, perhaps, which then gives nothing.)
    const auto all = before + lines({"MPI_Abort()"});
    auto text = shown(name);
    text.resize(text.size() - lines({no_end}).size());
    const auto seen = text.substr(0, std::min(text.rfind(" -> "), text.size() - 1));
    EXPECT_EQ(seen, all.substr(0, seen.size())) << name;
    has_aborted = has_aborted || text == all;
  }
  EXPECT_TRUE(has_aborted);
}

// An error handler that leaves its call by an exception: the call has failed, and what comes after is the program's as before.
TEST_P(RecordEndingsTest, ACallThatIsLeft) {
  const auto ran = record(program("throws"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(shown(), lines({"MPI_Init()", "MPI_Comm_dup(MPI_COMM_SELF) -> c1", "MPI_Comm_create_errhandler() -> h1",
                            "MPI_Comm_set_errhandler(c1, h1)", "MPI_Comm_set_attr(c1, MPI_TAG_UB, 0)",
                            is_openmpi() ? "  error handler (error=MPI_ERR_OTHER) -> error an_error"
                                         : "  error handler (error=MPI_ERR_KEYVAL) -> error an_error",
                            "MPI_Comm_set_attr -> error an_error", "MPI_Comm_dup(c1) -> c2", "MPI_Comm_free(c2)",
                            "MPI_Errhandler_free(h1)", "MPI_Comm_free(c1)", "MPI_Finalize()", "finished"}));
}

} // namespace
} // namespace moot
