// Generalized requests on each library, as it is and through the layer: what the executor itself must do right.
#include "mpi_backend/library_test.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

class GrequestTest : public ProgramTest {
protected:
  explicit GrequestTest(const std::string& through) : ProgramTest(through) {}

  // As `moot show` prints it, without the first line.
  std::string events(const std::string& program) {
    const auto text = show(run(program));
    return text.substr(text.find('\n') + 1);
  }

  void shows_every_callback();
};

class NativeGrequestTest : public GrequestTest {
protected:
  NativeGrequestTest() : GrequestTest("native") {}
};
class LayerGrequestTest : public GrequestTest {
protected:
  LayerGrequestTest() : GrequestTest("layer") {}
};

INSTANTIATE_TEST_SUITE_P(Libraries, NativeGrequestTest, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });
INSTANTIATE_TEST_SUITE_P(Libraries, LayerGrequestTest, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

void GrequestTest::shows_every_callback() {
  EXPECT_EQ(events("callback q { log := log * 10 + 1 }\ncallback f { log := log * 10 + 2 }\n"
                   "callback c { log := log * 10 + 3 + complete x := extra_state }\nlog := 0\n"
                   "MPI_Grequest_start(query: q, free: f, cancel: c, extra_state: 7) -> r\nMPI_Test(r) -> t\n"
                   "MPI_Cancel(r)\nMPI_Grequest_complete(r)\nMPI_Cancel(r)\nMPI_Request_get_status(r) -> s\n"
                   "MPI_Wait(r)\nobserve log, x, t, s, r"),
            R"(MPI_Grequest_start(query: q, free: f, cancel: c, extra_state: 7) -> r1
MPI_Test(r1) -> 0
MPI_Cancel(r1)
  cancel_fn callback (extra_state=7, complete=0)
MPI_Cancel returns
MPI_Grequest_complete(r1)
MPI_Cancel(r1)
  cancel_fn callback (extra_state=7, complete=1)
MPI_Cancel returns
MPI_Request_get_status(r1)
  query_fn callback (extra_state=7)
MPI_Request_get_status -> 1
MPI_Wait(r1)
  query_fn callback (extra_state=7)
  free_fn callback (extra_state=7)
MPI_Wait returns
finished: log = 34112, x = 7, t = 0, s = 1, r = MPI_REQUEST_NULL
)");
}

TEST_P(NativeGrequestTest, ShowsEveryCallback) { shows_every_callback(); }
TEST_P(LayerGrequestTest, ShowsEveryCallback) { shows_every_callback(); }

// One callback in three roles, and two requests: which function comes says which callback and role is meant.
TEST_P(NativeGrequestTest, EveryCallbackHasItsFunctions) {
  EXPECT_EQ(outcome("callback a { log := log * 10 + extra_state }\ncallback b { other := other * 10 + extra_state }\n"
                    "log := 0 other := 0\nMPI_Grequest_start(query: a, free: a, cancel: a, extra_state: 1) -> r\n"
                    "MPI_Grequest_start(query: b, free: a, cancel: b, extra_state: 2) -> s\n"
                    "MPI_Cancel(r) MPI_Cancel(s) MPI_Grequest_complete(s) MPI_Grequest_complete(r)\n"
                    "MPI_Wait(r) MPI_Wait(s)\nobserve log, other, r, s"),
            "log = 1112, other = 22, r = MPI_REQUEST_NULL, s = MPI_REQUEST_NULL");
}

// Those that are not given are the program's, too.
TEST_P(NativeGrequestTest, EmptyFunctionsAreCalled) {
  EXPECT_EQ(events("MPI_Grequest_start() -> r\nMPI_Cancel(r)\nMPI_Grequest_complete(r)\nMPI_Wait(r)\nobserve r"),
            R"(MPI_Grequest_start() -> r1
MPI_Cancel(r1)
  cancel_fn callback (extra_state=0, complete=0)
MPI_Cancel returns
MPI_Grequest_complete(r1)
MPI_Wait(r1)
  query_fn callback (extra_state=0)
  free_fn callback (extra_state=0)
MPI_Wait returns
finished: r = MPI_REQUEST_NULL
)");
}

TEST_P(NativeGrequestTest, ExtraStateCanBeAPointer) {
  EXPECT_EQ(outcome("callback f { x := extra_state n := (at(extra_state)) }\np := allocate(5)\n"
                    "MPI_Grequest_start(free: f, extra_state: p) -> r\nMPI_Grequest_complete(r)\nMPI_Wait(r)\n"
                    "same := x == p\nobserve n, same"),
            "n = 5, same = 1");
}

// (In MPICH free_fn comes in MPI_Request_free.)
TEST_P(NativeGrequestTest, ACopyOfTheHandleCanBeUsedAfterTheFree) {
  const auto text = events("MPI_Grequest_start() -> r\nc := r\nMPI_Request_free(r)\nsame := c == r\n"
                           "x := MPI_Grequest_complete(c)\nobserve same, x, r");
  EXPECT_THAT(text, testing::HasSubstr("MPI_Request_free(r1)"));
  EXPECT_THAT(text, testing::HasSubstr("MPI_Grequest_complete(r1)"));
  EXPECT_THAT(text, testing::EndsWith(", r = MPI_REQUEST_NULL\n"));
  EXPECT_THAT(text, testing::HasSubstr("finished: same = 0, x = "));
  if (GetParam() == std::string("openmpi")) {
    EXPECT_THAT(text, testing::HasSubstr("MPI_Grequest_complete(r1)\n  free_fn callback (extra_state=0)\n"));
  }
}

TEST_P(NativeGrequestTest, ErrorsOfCallbacksReachTheLibrary) {
  const std::string program = "callback fails { return MPI_ERR_TOPOLOGY }\n"
                              "MPI_Grequest_start(query: fails, cancel: fails) -> r\n"
                              "x := MPI_Cancel(r)\nMPI_Grequest_complete(r)\ny := MPI_Wait(r)\nobserve x, y, r";
  EXPECT_EQ(outcome(program), "x = MPI_ERR_TOPOLOGY, y = MPI_ERR_TOPOLOGY, r = MPI_REQUEST_NULL");
  std::string ends;
  for (const auto& event : run(program).events)
    if (event.type == Event::Type::end)
      ends += std::string(name(event.callback)) + ' ' + std::string(name(event.error)) + ' ';
  EXPECT_EQ(ends, "cancel_fn MPI_ERR_TOPOLOGY query_fn MPI_ERR_TOPOLOGY free_fn MPI_SUCCESS ");
}

// The executor makes none of its own: with MPI_THREAD_MULTIPLE, MPICH aborts at any call there.
TEST_P(NativeGrequestTest, NoCallOfMpiInFreeAndCancelFunctions) {
  EXPECT_EQ(outcome("callback f { x := extra_state return e }\nMPI_Add_error_class() -> e\n"
                    "MPI_Grequest_start(free: f, cancel: f, extra_state: 10) -> r\ny := MPI_Cancel(r)\nn := y == e\n"
                    "MPI_Grequest_complete(r)\nMPI_Wait(r)\nobserve x, n, r"),
            "x = 10, n = 1, r = MPI_REQUEST_NULL");
}

TEST_P(NativeGrequestTest, CallsInQueryFunctionsAreSeen) {
  EXPECT_EQ(outcome("callback q { MPI_Comm_dup(MPI_COMM_SELF) -> d seen := r == MPI_REQUEST_NULL }\n"
                    "MPI_Grequest_start(query: q) -> r\nMPI_Grequest_complete(r)\nMPI_Wait(r)\nobserve d, seen, r"),
            "d = d, seen = 0, r = MPI_REQUEST_NULL");
}

TEST_P(NativeGrequestTest, AnotherThreadCompletesIt) {
  EXPECT_EQ(outcome("callback f { log := log + 1 }\nlog := 0\nMPI_Grequest_start(free: f) -> r\n"
                    "thread { MPI_Wait(r) }\nthread { MPI_Grequest_complete(r) }\nobserve log, r"),
            "log = 1, r = MPI_REQUEST_NULL");
}

// What one case leaves, complete or not, the next one does not find; its functions do nothing any more.
TEST_P(NativeGrequestTest, CasesDoNotSeeOneAnother) {
  const std::string program = "callback gone { n := n + 1 }\nn := 0\nMPI_Grequest_start(free: gone) -> r\n"
                              "MPI_Grequest_start(free: gone) -> s\nMPI_Grequest_complete(s)\n"
                              "MPI_Grequest_start(free: gone) -> freed\nMPI_Request_free(freed)\n"
                              "MPI_Test(r) -> x\nobserve x, freed";
  expect_to_leave_the_process(program, "x = 0, freed = MPI_REQUEST_NULL");
}

// MPICH leaves the handle, which is no good any more.
TEST_P(NativeGrequestTest, AFreeThatFailsIsNoFaultOfOurs) {
  const std::string program = "callback fails { return MPI_ERR_ARG }\nMPI_Grequest_start(free: fails) -> r\n"
                              "MPI_Grequest_complete(r)\nx := MPI_Request_free(r)\nMPI_Finalized() -> y\nobserve y";
  if (GetParam() == std::string("openmpi")) return expect_to_leave_the_process(program, "y = 0");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(outcome(program), "y = 0"); // (its process ends each time)
  EXPECT_EQ(children(), "");
}

// A library's end is shown as what it is.
TEST_P(NativeGrequestTest, CompletingTwiceEndsTheProcess) {
  const auto trace = run("MPI_Grequest_start() -> r\nMPI_Grequest_complete(r)\nMPI_Grequest_complete(r)\nMPI_Wait(r)");
  EXPECT_EQ(trace.ending->type,
            GetParam() == std::string("openmpi") ? TraceEnding::Type::crashed : TraceEnding::Type::aborted)
      << show(trace);
}

} // namespace
} // namespace moot
