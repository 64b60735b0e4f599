// The other answers, and what is refused.
#include "mpi_backend/tools/test/test_tools.h"

#include <fmt/format.h>

namespace moot::tools {
namespace {

void register_all() {
  for (const char name : {'a', 'b', 'c', 'd'}) register_tool(name);
}
std::string number(int code) { return std::to_string(code); }

TEST(Answers, ToolTwiceOnce) {
  in_a_process("a,b,a", "tool-twice=once", [] {
    register_all();
    return differs(calls_of(Initialized), "a1 > 0, b2 > 0, b2 < 0, a1 < 0");
  });
}

TEST(Answers, LastIsOutermost) {
  in_a_process("a,b,c", "stack-order=last-outermost", [] {
    register_all();
    return differs(calls_of(Initialized), "c3 > 0, b2 > 0, a1 > 0, a1 < 0, b2 < 0, c3 < 0");
  });
}

TEST(Answers, CallsOfToolsFromBelow) {
  in_a_process("a,b,c", "calls-of-tools=from-below", [] {
    behaviours["b"].calls = {{Finalized, Initialized}};
    register_all();
    return in_turn({differs(calls_of(Finalized), "a1 > 1, b2 > 1, c3 > 0, c3 < 0, c3 > 1, c3 < 1, b2 < 1, a1 < 1"),
                    differs(calls_of(Initialized), "a1 > 0, b2 > 0, c3 > 0, c3 < 0, b2 < 0, a1 < 0")});
  });
}

TEST(Answers, CallsOfToolsNotAtAll) {
  in_a_process("a,b,c", "calls-of-tools=not-at-all", [] {
    behaviours["a"].calls = {{Finalized, Initialized}};
    register_all();
    return in_turn({differs(calls_of(Finalized), "a1 > 1, b2 > 1, c3 > 1, c3 < 1, b2 < 1, a1 < 1"),
                    differs(calls_of(Initialized), "a1 > 0, b2 > 0, c3 > 0, c3 < 0, b2 < 0, a1 < 0")});
  });
}

// A tool that passes MPI_Comm_free on.
int pass_free(MPIX_QMPI_Context, int tool_id, MPI_Comm* comm) {
  MPIX_QMPI_Any_function next = nullptr;
  MPIX_QMPI_Context below{};
  int next_id = 0;
  MPIX_QMPI_Get_function(tool_id, MPIX_QMPI_COMM_FREE, &next, &below, &next_id);
  return reinterpret_cast<MPIX_QMPI_Comm_free_t*>(next)(below, next_id, comm);
}
void init_free(int tool_id) {
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_COMM_FREE, reinterpret_cast<MPIX_QMPI_Any_function>(&pass_free));
}
int call_in_callback(MPI_Comm, int, void*, void*) {
  int flag = 0;
  return MPI_Initialized(&flag);
}

TEST(Answers, CallbacksOfTheProgramAreNoCallsOfTools) {
  for (const char* answer : {"from-top", "from-below", "not-at-all"})
    in_a_process("a,t", std::string("calls-of-tools=") + answer, [] {
      behaviours["a"].registers = {Initialized};
      register_tool('a');
      MPIX_QMPI_Register_tool_name("t", &init_free);
      MPI_Init(nullptr, nullptr);
      int keyval = 0;
      MPI_Comm duplicate = MPI_COMM_NULL;
      MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &call_in_callback, &keyval, nullptr);
      MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
      MPI_Comm_set_attr(duplicate, keyval, nullptr);
      seen.clear();
      MPI_Comm_free(&duplicate);
      auto wrong = differs(joined(seen), "a1 > 0, a1 < 0");
      MPI_Finalize();
      return wrong;
    });
}

TEST(Answers, UnknownToolIgnored) {
  in_a_process("a,nobody,b", "unknown-tool=ignored", [] {
    register_all();
    return differs(calls_of(Initialized), "a1 > 0, b3 > 0, b3 < 0, a1 < 0");
  });
}

TEST(Answers, SecondRegistrationReplaces) {
  in_a_process("a", "second-registration=replaces", [] {
    register_tool('a');
    const int code = MPIX_QMPI_Register_tool_name("a", init_of('b'));
    return in_turn({differs(number(code), number(MPI_SUCCESS)), differs(calls_of(0), "b1 > 0, b1 < 0")});
  });
}

TEST(Answers, SecondRegistrationIsAnError) {
  in_a_process("a", "second-registration=error", [] {
    register_tool('a');
    const int code = MPIX_QMPI_Register_tool_name("a", init_of('b'));
    return in_turn({differs(number(code), number(MPI_ERR_OTHER)), differs(calls_of(0), "a1 > 0, a1 < 0")});
  });
}

TEST(Answers, LateRegistrationIsAnError) {
  in_a_process("a", "late-registration=error", [] {
    register_tool('a');
    call_mpi(Initialized);
    const auto any = reinterpret_cast<MPIX_QMPI_Any_function>(init_of('a'));
    return in_turn(
        {differs(number(MPIX_QMPI_Register_tool_name("b", init_of('b'))), number(MPI_ERR_OTHER)),
         differs(number(MPIX_QMPI_Register_function(1, MPIX_QMPI_SEND, any)), number(MPI_ERR_OTHER)),
         differs(number(MPIX_QMPI_Register_tool_storage(1, nullptr)), number(MPI_SUCCESS))}); // (at any time)
  });
}

TEST(Answers, BeforeInitUntouched) {
  in_a_process("a", "before-init=untouched", [] {
    register_tool('a');
    auto wrong = in_turn({differs(calls_of(Initialized), ""), differs(joined(inits), "")});
    MPI_Init(nullptr, nullptr);
    wrong += in_turn({differs(joined(inits), "a1"), differs(calls_of(Finalized), "a1 > 1, a1 < 1")});
    MPI_Finalize();
    return wrong;
  });
}

// ---- refused

void call() { call_mpi(Initialized); }
void call_with_all() {
  register_all();
  call();
}

TEST(Refused, AToolThatNobodyRegistered) {
  refuses("a,nobody", "", &call_with_all, "MOOT_QMPI_TOOLS: no tool has registered the name nobody");
}
TEST(Refused, AToolThatCanNotBeLoaded) {
  refuses("x=/nonexistent.so", "", &call, "MOOT_QMPI_TOOLS: the tool x can't be loaded: /nonexistent.so: .*");
  refuses("x=/nonexistent.so", "unknown-tool=ignored", &call, "MOOT_QMPI_TOOLS: the tool x can't be loaded: .*");
}
TEST(Refused, AToolThatIsLoadedUnderAnotherName) {
  refuses("x=" MOOT_COUNT_TOOL, "", &call,
          "MOOT_QMPI_TOOLS: no tool has registered the name x; what was loaded is " MOOT_COUNT_TOOL);
}
TEST(Refused, AToolWithoutInit) {
  const auto without = [] {
    MPIX_QMPI_Register_tool_name("n", nullptr);
    call();
  };
  refuses("n", "", without, "MOOT_QMPI_TOOLS: the tool n has no init function");
  in_a_process("a", "", [] { // (It is not in the stack.)
    MPIX_QMPI_Register_tool_name("n", nullptr);
    register_tool('a');
    return differs(calls_of(Initialized), "a1 > 0, a1 < 0");
  });
}
TEST(Refused, AListWithoutNames) {
  refuses("a,,b", "", &call_with_all, "MOOT_QMPI_TOOLS: '' is neither NAME nor NAME=PATH in 'a,,b'");
  refuses("a=", "", &call_with_all, "MOOT_QMPI_TOOLS: 'a=' is neither NAME nor NAME=PATH in 'a='");
}
TEST(Refused, MoreToolsThanThereAreRoomFor) {
  std::string most = "a";
  for (int i = 1; i < MPIX_QMPI_MOST_TOOLS; ++i) most += ",a";
  in_a_process(most, "", [] {
    register_all();
    calls_of(Initialized);
    return differs(number(static_cast<int>(seen.size())), number(2 * MPIX_QMPI_MOST_TOOLS));
  });
  refuses(most + ",a", "", &call_with_all, "MOOT_QMPI_TOOLS: 32 tools are more than 31");
}
TEST(Refused, UnknownQuestionsAndAnswers) {
  refuses("", "order=up", &call,
          "MOOT_QMPI_ANSWERS: no question is called 'order'; there are tool-twice, .*before-init");
  refuses("", "tool-twice=no", &call, "MOOT_QMPI_ANSWERS: tool-twice has no answer 'no'; it has each-place, once");
  refuses("", "tool-twice", &call, "MOOT_QMPI_ANSWERS: 'tool-twice' is not question=answer");
}

TEST(Errors, WhatIsNotThereIsAnErrorOfTheCall) {
  in_a_process("a", "", [] {
    const auto any = reinterpret_cast<MPIX_QMPI_Any_function>(init_of('a'));
    const auto no_function = static_cast<MPIX_QMPI_Function>(MPIX_QMPI_FUNCTIONS);
    register_tool('a');
    // Before the stack begins there are no places.
    auto wrong = in_turn({differs(number(MPIX_QMPI_Register_function(1, MPIX_QMPI_SEND, any)), number(MPI_ERR_ARG)),
                          differs(number(MPIX_QMPI_Register_tool_storage(1, nullptr)), number(MPI_ERR_ARG)),
                          differs(number(MPIX_QMPI_Register_tool_name("", init_of('a'))), number(MPI_ERR_ARG))});
    MPIX_QMPI_Any_function next = nullptr;
    MPIX_QMPI_Context context{};
    int next_id = 0;
    void* storage = nullptr;
    wrong += differs(number(MPIX_QMPI_Get_function(1, MPIX_QMPI_SEND, &next, &context, &next_id)), number(MPI_ERR_ARG));
    call();
    wrong += differs(number(MPIX_QMPI_Get_function(1, MPIX_QMPI_SEND, &next, &context, &next_id)), number(MPI_SUCCESS));
    for (const int tool_id : {-1, 0, 2})
      wrong +=
          in_turn({differs(number(MPIX_QMPI_Get_function(tool_id, MPIX_QMPI_SEND, &next, &context, &next_id)),
                           number(MPI_ERR_ARG)),
                   differs(number(MPIX_QMPI_Context_get_storage(context, tool_id, &storage)), number(MPI_ERR_ARG))});
    wrong += differs(number(MPIX_QMPI_Get_function(1, no_function, &next, &context, &next_id)), number(MPI_ERR_ARG));
    return wrong;
  });
}

} // namespace
} // namespace moot::tools
