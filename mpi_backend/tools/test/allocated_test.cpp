// Contexts that MPI allocates: until when they are valid, and what breaks.
#include "mpi_backend/tools/test/test_tools.h"

#include <barrier>
#include <csetjmp>
#include <fmt/format.h>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace moot::tools {
namespace {

// What the tool `t` does in MPI_Initialized.
enum class Way { Passes, NeverCallsDown, CallsTwice, AsksOften, Throws, Jumps };
Way way = Way::Passes;
std::jmp_buf back;
MPIX_QMPI_Context first_of_call, last_of_call;
std::set<MPIX_QMPI_Context> of_call;

int intercept(MPIX_QMPI_Context context, int tool_id, int* flag) {
  first_of_call = context;
  of_call = {context};
  int code = MPI_SUCCESS;
  const int times = way == Way::AsksOften ? 1000 : way == Way::CallsTwice ? 2 : 1;
  for (int i = 0; i < times; ++i) {
    MOOT_NEXT(MPIX_QMPI_Get_function, MPIX_QMPI_INITIALIZED);
    last_of_call = below;
    of_call.insert(below);
    if (way == Way::Throws) throw std::runtime_error("thrown");
    if (way == Way::Jumps) std::longjmp(back, 1);
    if (way != Way::NeverCallsDown) code = reinterpret_cast<MPIX_QMPI_Initialized_t*>(next)(below, next_id, flag);
  }
  return code;
}
void init(int tool_id) {
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_INITIALIZED, reinterpret_cast<MPIX_QMPI_Any_function>(&intercept));
}

// The context of the tool in a call that does so.
MPIX_QMPI_Context call(Way does) {
  way = does;
  int flag = 0;
  if (setjmp(back) == 0) MPI_Initialized(&flag);
  return first_of_call;
}
// Whether a context is allocated where the last call had one, after a call that does so.
std::string gives_back(Way does, const char* tools = "t,t") {
  std::string wrong;
  in_a_process(tools, "", [&] {
    MPIX_QMPI_Register_tool_name("t", &init);
    auto* const before = call(Way::Passes);
    call(does);
    return std::string(call(Way::Passes) == before ? "" : "not given back");
  });
  return wrong;
}

TEST(Allocated, ContextsAreGivenBackWhenTheCallReturns) {
  for (const auto does : {Way::Passes, Way::NeverCallsDown, Way::CallsTwice, Way::AsksOften}) gives_back(does);
}

TEST(Allocated, EachQuestionHasAContextOfItsOwn) {
  in_a_process("t", "", [] {
    MPIX_QMPI_Register_tool_name("t", &init);
    call(Way::CallsTwice);
    auto wrong = differs(std::to_string(of_call.size()), "3");
    call(Way::AsksOften); // (More than a chunk holds.)
    return wrong + differs(std::to_string(of_call.size()), "1001");
  });
}

// What MPI can't see: its memory grows with each jump.
TEST(Allocated, ALongjmpOutOfACallLeavesItsContexts) {
  in_a_process("t", "", [] {
    MPIX_QMPI_Register_tool_name("t", &init);
    auto* const before = call(Way::Passes);
    call(Way::Jumps);
    return std::string(call(Way::Passes) == before ? "given back" : "");
  });
}

TEST(Allocated, AnExceptionGivesThemBack) {
  in_a_process("t", "", [] {
    MPIX_QMPI_Register_tool_name("t", &init);
    auto* const before = call(Way::Passes);
    try {
      call(Way::Throws);
      return std::string("nothing was thrown");
    } catch (const std::runtime_error&) {}
    return std::string(call(Way::Passes) == before ? "" : "not given back");
  });
}

// Two threads that are in the tool at once.
std::barrier both_are_in(2);
std::mutex mutex;
int meet(MPIX_QMPI_Context context, int tool_id, int* flag) {
  MOOT_NEXT(MPIX_QMPI_Get_function, MPIX_QMPI_INITIALIZED);
  {
    const std::scoped_lock lock(mutex);
    of_call.insert({context, below});
  }
  both_are_in.arrive_and_wait();
  return reinterpret_cast<MPIX_QMPI_Initialized_t*>(next)(MOOT_BELOW, flag);
}
void init_meeting(int tool_id) {
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_INITIALIZED, reinterpret_cast<MPIX_QMPI_Any_function>(&meet));
}
TEST(Allocated, EachThreadHasItsOwn) {
  in_a_process("m", "", [] {
    MPIX_QMPI_Register_tool_name("m", &init_meeting);
    std::thread other([] { call_mpi(Initialized); });
    call_mpi(Initialized);
    other.join();
    return differs(std::to_string(of_call.size()), "4");
  });
}

} // namespace
} // namespace moot::tools
