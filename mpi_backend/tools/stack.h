// The stack of tools of this process. Until it has begun, names are registered; it begins at the first call of MPI, in which the tools' init
// functions register what they intercept; then it never changes.
#pragma once

#include "mpi_backend/tools/functions.h"

namespace moot::tools {

// For the entry of a function that the stack has not begun for: begins it, unless it may not begin with this function. The
// answer is the function that has to be called now. Ends the process if the environment asks for what can't be.
Any begin_at(enum MPIX_QMPI_Function function);

// Where a call of MPI goes that is made at this place, with the answers from-below and not-at-all. 0: outside of all tools.
extern thread_local int place [[gnu::tls_model("initial-exec")]];
struct Place {
  Any function;
  int tool_id; // 0: it is MPI's function
};
inline Place place_below(enum MPIX_QMPI_Function function, int tool_id) {
  return {MPIX_QMPI_stack.functions[function][tool_id], MPIX_QMPI_stack.tool_ids[function][tool_id]};
}
Place place_of_call(enum MPIX_QMPI_Function function);
Any tool_at(enum MPIX_QMPI_Function function, int tool_id); // what the tool registered

// (Of a tool that was built for this variant of the letter.)
int register_name(int variant, const char* name, void (*init)(int tool_id));
int register_storage(int tool_id, void* storage);
int register_function(int tool_id, int function, Any interception);

} // namespace moot::tools
