// Golden texts: what `moot show` prints.
#include "traces/format/trace.h"

#include <gtest/gtest.h>

namespace moot {
namespace {

TEST(TraceShow, IndentsAndJoins) {
  const Trace trace = read_trace_file("traces/format/fuzz_seeds/copy.trace");
  EXPECT_EQ(show(trace), R"(Open MPI 4.1.4, layer, "a case", seed 7, without MPI_Send
MPI_Comm_dup(c1) may fail
  copy callback (key=k1, handle=c1, value=1, context=-2, new_handle=c2)
    MPIX_Value_get(k1, c1, type: communicator) -> null
  copy callback -> 3
MPI_Comm_dup -> c2
finished: a = 1, b = null, c absent, d = c1
)");
}

TEST(TraceShow, ARunThatCrashed) {
  const Trace trace = read_trace_file("traces/format/fuzz_seeds/crashed.trace");
  EXPECT_EQ(show(trace.events), "MPIX_Key_create(copy: null, free: f, context: 0)\n");
  TraceHeader model;
  model.library = model.through = "model";
  EXPECT_EQ(show(Trace{model, trace.events, trace.ending}),
            "model\nMPIX_Key_create(copy: null, free: f, context: 0)\ncrashed: signal 11 (SIGSEGV)\n");
}

TEST(TraceShow, ErrorsThreadsAndTheLibrarysOwnCalls) {
  Event call;
  call.procedure = Procedure::key_free;
  call.fields = {{"key", {Seen::Type::word, 0, "MPIX_KEY_HOST"}}};
  Event result = call;
  result.type = Event::Type::return_;
  result.fields.clear();
  EXPECT_EQ(show({call, result}), "MPIX_Key_free(MPIX_KEY_HOST)\n");
  result.error = ErrorClass::key;
  EXPECT_EQ(show({call, result}), "MPIX_Key_free(MPIX_KEY_HOST) -> error MPIX_ERR_KEY\n");
  call.by = Event::By::library;
  Event callback;
  callback.type = Event::Type::callback;
  callback.callback = Callback::free;
  callback.thread = 1;
  Event end = callback;
  end.type = Event::Type::end;
  EXPECT_EQ(show({call, callback, result, end}), "[0] the library: MPIX_Key_free(MPIX_KEY_HOST)\n"
                                                 "[1] free callback ()\n"
                                                 "[0] MPIX_Key_free -> error MPIX_ERR_KEY\n"
                                                 "[1] free callback ends\n");
}

TEST(TraceShow, ControlBytesDoNotReachTheTerminal) {
  Event call;
  call.procedure = Procedure::comm_free;
  call.fields = {{"comm", {Seen::Type::word, 0, "\x1b[2J"}}};
  EXPECT_EQ(show({call}), "MPI_Comm_free(\\x1b[2J)\n");
}

} // namespace
} // namespace moot
