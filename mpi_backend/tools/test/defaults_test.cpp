// What a stack does if nobody asks for other answers.
#include "mpi_backend/tools/test/test_tools.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace moot::tools {
namespace {

void register_all() {
  for (const char name : {'a', 'b', 'c', 'd'}) register_tool(name);
}
MPIX_QMPI_Any_function entry(MPIX_QMPI_Function function) {
  MPIX_QMPI_Any_function found = nullptr;
  MPIX_QMPI_Get_entry(function, &found);
  return found;
}
// The library's own, whatever stands before it.
MPIX_QMPI_Any_function native(const char* name) {
  void* const library = dlopen(MOOT_LIBRARY_NAME, RTLD_LAZY | RTLD_NOLOAD);
  return reinterpret_cast<MPIX_QMPI_Any_function>(dlsym(library, name));
}

TEST(Stack, EachToolSeesEachCallOnceInItsOrder) {
  in_a_process("a,b,c", "", [] {
    register_all();
    return in_turn({differs(calls_of(Initialized), "a1 > 0, b2 > 0, c3 > 0, c3 < 0, b2 < 0, a1 < 0"),
                    differs(calls_of(Get_version), "a1 > 2, b2 > 2, c3 > 2, c3 < 2, b2 < 2, a1 < 2")});
  });
}

TEST(Stack, TheToolsBeginAtTheFirstCallEvenMpiInitialized) {
  in_a_process("b,a", "", [] {
    register_all();
    auto wrong = differs(joined(inits), "");
    call_mpi(Initialized);
    call_mpi(Finalized);
    return in_turn({wrong, differs(joined(inits), "b1, a2")});
  });
}

TEST(Stack, AToolThatIsNotListedIsNotUsed) {
  in_a_process("b", "", [] {
    register_all();
    return in_turn({differs(calls_of(Initialized), "b1 > 0, b1 < 0"), differs(joined(inits), "b1")});
  });
}

TEST(Stack, TheSameNameTwiceHasTwoPlacesAndTwoStorages) {
  in_a_process("a,b,a", "", [] {
    register_all();
    // (A storage of another place would be marked with !.)
    return in_turn({differs(calls_of(Initialized), "a1 > 0, b2 > 0, a3 > 0, a3 < 0, b2 < 0, a1 < 0"),
                    differs(joined(inits), "a1, b2, a3")});
  });
}

TEST(Stack, AToolThatDidNotRegisterAFunctionIsSkipped) {
  in_a_process("a,b,c", "", [] {
    behaviours["b"].registers = {Finalized};
    register_all();
    return in_turn({differs(calls_of(Initialized), "a1 > 0, c3 > 0, c3 < 0, a1 < 0"),
                    differs(calls_of(Finalized), "a1 > 1, b2 > 1, c3 > 1, c3 < 1, b2 < 1, a1 < 1")});
  });
}

TEST(Stack, AFunctionThatNobodyRegisteredIsPmpiItself) {
  in_a_process("a", "", [] {
    behaviours["a"].registers = {Finalized};
    register_all();
    call_mpi(Initialized);
    const bool is_native = entry(MPIX_QMPI_COMM_RANK) == native("PMPI_Comm_rank") &&
                           entry(MPIX_QMPI_WTIME) == native("PMPI_Wtime") &&
                           entry(MPIX_QMPI_FINALIZED) != native("PMPI_Finalized");
    return std::string(is_native ? "" : "an entry is another");
  });
}

TEST(Stack, WithoutToolsEverythingIsPmpiItself) {
  in_a_process("", "", [] {
    register_all();
    call_mpi(Initialized);
    return std::string(entry(MPIX_QMPI_INITIALIZED) == native("PMPI_Initialized") ? "" : "it is another");
  });
}

TEST(Stack, ASecondRegistrationOfANameIsIgnored) {
  in_a_process("a", "", [] {
    register_tool('a');
    const int code = MPIX_QMPI_Register_tool_name("a", init_of('b'));
    return in_turn(
        {differs(std::to_string(code), std::to_string(MPI_SUCCESS)), differs(calls_of(0), "a1 > 0, a1 < 0")});
  });
}

TEST(Stack, LateRegistrationsHaveNoEffect) {
  in_a_process("a", "", [] {
    behaviours["a"].registers = {Initialized};
    register_tool('a');
    call_mpi(Initialized);
    const int codes = MPIX_QMPI_Register_tool_name("b", init_of('b')) +
                      MPIX_QMPI_Register_function(1, MPIX_QMPI_FINALIZED, entry(MPIX_QMPI_COMM_RANK));
    return in_turn({differs(std::to_string(codes), std::to_string(MPI_SUCCESS)), differs(calls_of(0), "a1 > 0, a1 < 0"),
                    differs(calls_of(1), "")});
  });
}

TEST(Stack, ACallInsideAToolEntersTheWholeStackAgain) {
  in_a_process("a,b,c", "", [] {
    behaviours["b"].calls = {{Finalized, Initialized}};
    register_all();
    return differs(calls_of(Finalized), "a1 > 1, b2 > 1, "
                                        "a1 > 0, b2 > 0, c3 > 0, c3 < 0, b2 < 0, a1 < 0, "
                                        "c3 > 1, c3 < 1, b2 < 1, a1 < 1");
  });
}

int inits_of_mpi = 0;
int count_init(MPIX_QMPI_Context, int tool_id, int* argc, char*** argv) {
  ++inits_of_mpi;
  MPIX_QMPI_Any_function next = nullptr;
  MPIX_QMPI_Context below{};
  int next_id = 0;
  MPIX_QMPI_Get_function(tool_id, MPIX_QMPI_INIT, &next, &below, &next_id);
  return reinterpret_cast<MPIX_QMPI_Init_t*>(next)(below, next_id, argc, argv);
}
void init_counting(int tool_id) {
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_INIT, reinterpret_cast<MPIX_QMPI_Any_function>(&count_init));
}

TEST(Stack, InitAndInitThreadAreSeparate) {
  for (const bool with_threads : {false, true})
    in_a_process("t", "", [&] {
      MPIX_QMPI_Register_tool_name("t", &init_counting);
      int provided = 0;
      if (with_threads)
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SINGLE, &provided);
      else
        MPI_Init(nullptr, nullptr);
      MPI_Finalize();
      return differs(std::to_string(inits_of_mpi), with_threads ? "0" : "1");
    });
}

std::string pcontrol;
int control(MPIX_QMPI_Context, int tool_id, const int level, va_list list) {
  const int number = va_arg(list, int);
  pcontrol = fmt::format("{} {} {}", level, number, va_arg(list, double));
  MPIX_QMPI_Any_function next = nullptr;
  MPIX_QMPI_Context below{};
  int next_id = 0;
  MPIX_QMPI_Get_function(tool_id, MPIX_QMPI_PCONTROL, &next, &below, &next_id);
  return reinterpret_cast<MPIX_QMPI_Pcontrol_t*>(next)(below, next_id, level, list);
}
void init_control(int tool_id) {
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_PCONTROL, reinterpret_cast<MPIX_QMPI_Any_function>(&control));
}

TEST(Stack, PcontrolHasItsArgumentsAsAList) {
  in_a_process("t", "", [] {
    MPIX_QMPI_Register_tool_name("t", &init_control);
    MPI_Init(nullptr, nullptr);
    const int code = MPI_Pcontrol(3, 4, 0.5);
    MPI_Finalize();
    return in_turn({differs(pcontrol, "3 4 0.5"), differs(std::to_string(code), std::to_string(MPI_SUCCESS))});
  });
}

// A tool's init that calls MPI meets MPI itself: the stack is not there yet.
int found = -1;
void init_calling(int) { MPI_Initialized(&found); }

TEST(Stack, ACallInAnInitFunctionReachesMpi) {
  in_a_process("t,a", "", [] {
    register_all();
    MPIX_QMPI_Register_tool_name("t", &init_calling);
    const auto calls = calls_of(Initialized);
    return in_turn({differs(calls, "a2 > 0, a2 < 0"), differs(std::to_string(found), "0")});
  });
}

} // namespace
} // namespace moot::tools
