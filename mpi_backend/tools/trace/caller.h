// Who called MPI, where a tool's interception runs.
#pragma once

#include <string_view>

namespace moot::tools {

// The name of the file ("libmpichfort.so.12") in which the call of MPI is that this thread is in. It takes some microseconds.
std::string_view file_of_caller();

} // namespace moot::tools
