// Today's attributes on each library as it is: what the executor itself must do right, whatever the library does.
#include "mpi_backend/library_test.h"
#include "mpi_backend/ranks.h"
#include "spec/language/case_parser.h"
#include "spec/language/in_binding_test.h"

#include <gmock/gmock.h>
#include <map>

namespace moot {
namespace {

class NativeTest : public ProgramTest {
protected:
  NativeTest() : ProgramTest("native") {}
};

INSTANTIATE_TEST_SUITE_P(Libraries, NativeTest, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

TEST_P(NativeTest, SaysThatNothingIsBetween) { EXPECT_EQ(run("MPI_Finalized() -> x").header.through, "native"); }

TEST_P(NativeTest, CallbacksGetTheirArgumentsAndGiveBackValues) {
  EXPECT_EQ(outcome("callback copy { o := handle e := extra_state v := attribute_val attribute_val_out := 7 }\n"
                    "MPI_Comm_create_keyval(copy: copy, extra_state: 3) -> k\n"
                    "MPI_Comm_dup(MPI_COMM_SELF) -> a\nMPI_Comm_set_attr(a, k, -2)\nMPI_Comm_dup(a) -> b\n"
                    "MPI_Comm_get_attr(b, k) -> n\nobserve o, e, v, n"),
            "o = a, e = 3, v = -2, n = 7");
}

// As main is 0 and the library's first is 1: 2 and 3. What each records is in order.
TEST_P(NativeTest, RunsThreads) {
  const std::string program = "callback copied { attribute_val_out := attribute_val + 1 }\n"
                              "MPI_Comm_create_keyval(copy: copied) -> k\nMPI_Comm_dup(MPI_COMM_SELF) -> a\n"
                              "MPI_Comm_set_attr(a, k, 1)\n"
                              "thread { MPI_Comm_dup(a) -> b }\nthread { MPI_Comm_dup(a) -> c }\n"
                              "MPI_Comm_get_attr(b, k) -> x\nMPI_Comm_get_attr(c, k) -> y\nobserve x, y";
  EXPECT_EQ(outcome(program), "x = 2, y = 2");
  std::map<std::uint32_t, std::string> of_thread;
  for (const auto& event : run(program).events) {
    if (event.thread == 0) continue;
    const auto type = event.type == Event::Type::call       ? "call "
                      : event.type == Event::Type::callback ? "callback "
                      : event.type == Event::Type::end      ? "end "
                                                            : "return ";
    of_thread[event.thread] += type;
  }
  EXPECT_THAT(of_thread, testing::ElementsAre(testing::Pair(2, "call callback end return "),
                                              testing::Pair(3, "call callback end return ")));
}

TEST_P(NativeTest, AThreadThatHoldsALockKeepsOthersOut) {
  EXPECT_EQ(outcome("repeat 3 as i { thread { lock m a[i] := n n := a[i] + 1 unlock m } }\nobserve n"), "n = 3");
}

TEST_P(NativeTest, ARankThatWaitsForAnotherIsToldAsAHang) {
  const Job job{"litmus \"t\" source mpi line 1\ncallback fails { if rank == 1 { return MPI_ERR_OTHER } }\n"
                "MPI_Comm_create_keyval(copy: fails) -> k\nMPI_Comm_dup(MPI_COMM_WORLD) -> a\n"
                "MPI_Comm_set_attr(a, k, 1)\nx := MPI_Comm_dup(a) -> b\ny := rank + 10 * size\nobserve x, y",
                "test", 1, ""};
  const auto before = std::chrono::steady_clock::now();
  const auto traces = run_on_ranks(runner().library(), job, 2, {.job = std::chrono::seconds(1)});
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(30)); // it may take a minute to start
  EXPECT_EQ(traces.at(0).ending->type, TraceEnding::Type::hung);
  EXPECT_EQ(traces.at(0).ending->detail, "no end after 1 s");
  EXPECT_EQ(traces.at(1).ending->type, TraceEnding::Type::finished);
  EXPECT_EQ(traces.at(1).ending->observed.at(1).second, (Seen{Seen::Type::integer, 21, {}}));
}

TEST_P(NativeTest, ErrorsOfCallbacksReachTheLibrary) {
  const auto seen = outcome("callback fails { return MPI_ERR_TOPOLOGY }\n"
                            "MPI_Comm_create_keyval(copy: fails) -> k\nMPI_Comm_dup(MPI_COMM_SELF) -> a\n"
                            "MPI_Comm_set_attr(a, k, 1)\nx := MPI_Comm_dup(a) -> b\nobserve x");
  EXPECT_EQ(seen, "x = MPI_ERR_TOPOLOGY");
}

// A number that a program put into a pointer is no address; what Fortran put is one to C.
TEST_P(NativeTest, TellsAddressesFromNumbers) {
  EXPECT_EQ(outcome("MPI_Comm_create_keyval() -> k\nMPI_Comm_dup(MPI_COMM_SELF) -> a\n"
                    "MPI_Comm_set_attr(a, k, 4294967301)\nMPI_Comm_get_attr(a, k) -> c\n"
                    "MPI_Comm_set_attr(a, k, 6) in mpi_f08\nMPI_Comm_get_attr(a, k) -> f\nx := aint_at(f)\n"
                    "observe c, f, x"),
            "c = 4294967301, f = address, x = 6");
}

TEST_P(NativeTest, ReadingAtNoAddressIsTheCrashThatItIs) {
  const auto trace = run("x := int_at(8)\nMPI_Finalized() -> y");
  EXPECT_EQ(trace.ending->type, TraceEnding::Type::crashed) << trace.ending->detail;
  EXPECT_EQ(outcome("MPI_Finalized() -> y\nobserve y"), "y = 0"); // the next one finds a fresh process
}

// What one case leaves on predefined objects, the next one does not find.
TEST_P(NativeTest, CasesDoNotSeeOneAnother) {
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(outcome("callback gone { n := n + 1 }\nMPI_Comm_create_keyval(delete: gone) -> k\n"
                      "MPI_Comm_get_attr(MPI_COMM_SELF, k) -> x\nMPI_Comm_set_attr(MPI_COMM_SELF, k, 1)\n"
                      "MPI_Comm_free_keyval(k)\nobserve x, n"),
              "x = null, n = absent");
}

TEST_P(NativeTest, MakesAndFreesObjectsInEveryBinding) {
  const std::string program = R"(
MPI_Comm_dup(MPI_COMM_SELF) -> a in BINDING
MPI_Comm_idup(a) -> b, r in BINDING
MPI_Wait(r) in BINDING
MPI_Info_create() -> i in BINDING
MPI_Info_dup(i) -> j in BINDING
MPI_Comm_dup_with_info(b, j) -> c in BINDING
MPI_Info_free(i) in BINDING
MPI_Info_free(j) in BINDING
MPI_Comm_split(c, 3, -1) -> d in BINDING
MPI_Type_contiguous(3, MPI_DOUBLE) -> t in BINDING
MPI_Type_commit(t) in BINDING
MPI_Irecv(t, d, tag: 9) -> q in BINDING
MPI_Test(q) -> early in BINDING
MPI_Isend(t, d, tag: 9) -> s in BINDING
MPI_Wait(s) in BINDING
MPI_Wait(q) in BINDING
MPI_Irecv(t, d) -> p in BINDING
MPI_Send(t, d) in BINDING
MPI_Test(p) -> done in BINDING
MPI_Type_free(t) in BINDING
MPI_File_open(d) -> f in BINDING
MPI_File_close(f) in BINDING
MPI_Win_allocate(d) -> w in BINDING
MPI_Win_get_attr(w, MPI_WIN_BASE) -> base
MPI_Win_free(w) in BINDING
MPI_Comm_disconnect(d) in BINDING
MPI_Comm_free(c) in BINDING
MPI_Finalized() -> over in BINDING
wrong := MPI_Type_contiguous(-1, MPI_INT) -> never in BINDING
if wrong == MPI_SUCCESS { bad := 1 }
MPI_Finalize() in BINDING
observe early, done, base, over, bad, a, b, c, d, f, i, j, p, q, r, s, t, w)";
  for (const std::string binding : {"c", "mpif", "use_mpi", "mpi_f08"}) {
    EXPECT_EQ(outcome(in_binding(program, binding)),
              "early = 0, done = 1, base = MPI_WIN_BASE, over = 0, bad = absent, a = a, b = b, c = MPI_COMM_NULL, "
              "d = MPI_COMM_NULL, f = MPI_FILE_NULL, i = MPI_INFO_NULL, j = MPI_INFO_NULL, "
              "p = MPI_REQUEST_NULL, q = MPI_REQUEST_NULL, r = MPI_REQUEST_NULL, s = MPI_REQUEST_NULL, "
              "t = MPI_DATATYPE_NULL, w = MPI_WIN_NULL")
        << binding;
  }
}

// The delete callback of a failing MPI_Type_dup shows a datatype that nobody was given. To free it would be an error of ours.
TEST_P(NativeTest, FreesOnlyWhatTheProgramWasGiven) {
  const std::string failing =
      "callback copy { attribute_val_out := 7 }\ncallback fails { return MPI_ERR_TOPOLOGY }\n"
      "callback gone { n := attribute_val }\n"
      "MPI_Type_create_keyval(copy: copy, delete: gone) -> k\n"
      "MPI_Type_create_keyval(copy: fails) -> kf\nMPI_Type_contiguous(2, MPI_INT) -> t\n"
      "MPI_Type_set_attr(t, k, 1)\nMPI_Type_set_attr(t, kf, 2)\nMPI_Type_dup(t) -> u\nobserve n";
  expect_to_leave_the_process(failing, "n = 7");
}

// Each of them waits for itself and leaves MPI unfinalized, upon which mpiexec ends the others.
TEST_P(NativeTest, EveryRankTellsItsOwnEnding) {
  for (const auto& trace :
       run_on_ranks(runner().library(), {"litmus \"t\" source mpi line 1\nlock m\nlock m", "test", 1, ""}, 8))
    EXPECT_EQ(trace.ending->type, TraceEnding::Type::endless) << show(trace);
}

TEST_P(NativeTest, EveryRankStopsWhatHasNoEnd) {
  const Job job{"litmus \"t\" source mpi line 1\ncallback gone { MPI_Comm_free(handle) }\n"
                "MPI_Comm_create_keyval(delete: gone) -> k\nMPI_Comm_dup(MPI_COMM_SELF) -> a\n"
                "MPI_Comm_set_attr(a, k, 1)\nMPI_Comm_free(a)",
                "test", 1, ""};
  RunnerLimits limits;
  limits.events = 100;
  for (const auto& trace : run_on_ranks(runner().library(), job, 2, limits)) {
    EXPECT_EQ(trace.ending->type, TraceEnding::Type::endless);
    EXPECT_EQ(trace.ending->detail, "no end after 100 events");
    EXPECT_EQ(trace.events.size(), 100);
  }
}

TEST_P(NativeTest, CallbacksInFinalizeAreSeen) {
  EXPECT_EQ(outcome("callback gone { MPI_Finalized() -> f }\nMPI_Comm_create_keyval(delete: gone) -> k\n"
                    "MPI_Comm_set_attr(MPI_COMM_SELF, k, 1)\nMPI_Finalize()\nobserve f"),
            "f = 0");
}

TEST_P(NativeTest, RefusesWhatTheLibraryDoesNotHave) {
  EXPECT_THROW(run("MPIX_Key_create() -> k"), RunError);
  EXPECT_THROW(run("MPI_Comm_dup(MPI_COMM_SELF) -> a may fail\nMPI_Finalized() -> x"), RunError);
}

} // namespace
} // namespace moot
