// What the generated code of from_pmpi.h is made of, for one function of MPI.
#pragma once

#include "mpi_backend/tools/from_pmpi/from_pmpi.h"

namespace moot::tools {

// In the tool's init function: it has this place.
void take_place(const char* name, int tool_id);

template <MPIX_QMPI_Function function, typename Type> struct Wrapped;

// Type: of MPI_X; it has a va_list where that has `...`.
template <MPIX_QMPI_Function function, typename Returns, typename... Arguments>
struct Wrapped<function, Returns(Arguments...)> {
  // PMPI_X of the tool.
  static Returns next(Arguments... arguments) {
    const Below it = below(function);
    if (!it.context_is_wanted) return reinterpret_cast<Returns (*)(Arguments...)>(it.function)(arguments...);
    return reinterpret_cast<Returns (*)(MPIX_QMPI_Context, int, Arguments...)>(it.function)(it.context, it.tool_id,
                                                                                            arguments...);
  }

  template <auto wrapper> static Returns interception(MPIX_QMPI_Context, int, Arguments... arguments) {
    return wrapper(arguments...);
  }
  template <auto wrapper> static void intercept(int tool_id) {
    MPIX_QMPI_Register_function(tool_id, function, reinterpret_cast<Any>(&interception<wrapper>));
  }
};

} // namespace moot::tools
