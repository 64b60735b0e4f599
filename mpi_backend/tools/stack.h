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
const MPIX_QMPI_Place& place_below(enum MPIX_QMPI_Function function);
Any tool_at(enum MPIX_QMPI_Function function, int tool_id); // what the tool registered

int register_name(const char* name, void (*init)(int tool_id));
int register_storage(int tool_id, void* storage);
int register_function(int tool_id, int function, Any interception);

} // namespace moot::tools
