// What a tool of a case can register: for each procedure that the model knows, a function that the stack of tools can call
// (generated/interceptions.cpp).
#pragma once

#include "mpi_backend/executor/tool_trampolines.h"
#include "mpix_qmpi.h"

#include <tuple>

namespace moot::executor {

using InitOfTool = void(int tool_id);
InitOfTool* init_function(int definition); // (an index into Program::callbacks; negative: a null pointer)

// The callback that the tool registered (calls_tools.cpp).
int registered(int tool_id, Procedure procedure);

int enter(Interception& interception) noexcept; // gives what the tool's function gives

// A context as cases hold it, and back.
MPIX_Handle handle_of(const MPIX_QMPI_Context& context);
MPIX_QMPI_Context context_of(MPIX_Handle handle);

template <Procedure of, MPIX_QMPI_Function function, typename Type> class InterceptionOf;

template <Procedure of, MPIX_QMPI_Function function, typename... Arguments>
class InterceptionOf<of, function, int(MPIX_QMPI_Context, int, Arguments...)> final : public Interception {
public:
  static int go(MPIX_QMPI_Context got, int id, Arguments... arguments) {
    InterceptionOf it(got, id, arguments...);
    return enter(it);
  }

  int pass_on() override {
    MPIX_QMPI_Any_function next = nullptr;
    MPIX_QMPI_Context below;
    int next_id = 0;
    const auto found = MPIX_QMPI_Get_function(tool_id, function, &next, &below, &next_id);
    if (found != MPI_SUCCESS) return found;
    using Tool = int(MPIX_QMPI_Context, int, Arguments...);
    return std::apply(
        [&](Arguments... arguments) { return reinterpret_cast<Tool*>(next)(below, next_id, arguments...); },
        arguments_);
  }

private:
  InterceptionOf(MPIX_QMPI_Context got, int id, Arguments... arguments)
      : Interception(of, id, registered(id, of), handle_of(got)), arguments_(arguments...) {}

  std::tuple<Arguments...> arguments_;
};

struct Intercepted {
  Procedure procedure;
  MPIX_QMPI_Function function;
  MPIX_QMPI_Any_function interception;
};
// Null: no tool can be called for this procedure here.
const Intercepted* intercepted(Procedure procedure);

template <Procedure of, MPIX_QMPI_Function function, typename Type> Intercepted intercepted_by() {
  return {of, function, reinterpret_cast<MPIX_QMPI_Any_function>(&InterceptionOf<of, function, Type>::go)};
}

} // namespace moot::executor
