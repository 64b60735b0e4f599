#include "mpi_backend/tools/from_pmpi/from_pmpi.h"

#include "mpi_backend/preloaded.h"
#include "mpi_backend/tools/from_pmpi/call.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace moot::tools {
namespace {

int place = 0; // the tool's; it is written while the stack begins, when nobody calls it

} // namespace

void refuse(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  preloaded::say("tools", format, arguments);
  va_end(arguments);
  std::fflush(nullptr); // the program's lines so far
  std::_Exit(2);
}

void take_place(const char* name, int tool_id) {
  if (place != 0)
    refuse("MOOT_QMPI_TOOLS: the tool %s can have one place only, and is listed for %d and %d", name, place, tool_id);
  place = tool_id;
  if (tool_begins != nullptr) tool_begins();
}

Below below(MPIX_QMPI_Function function) {
  Below it{nullptr, {}, 0, place != 0};
  const int error = it.context_is_wanted
                        ? MPIX_QMPI_Get_function(place, function, &it.function, &it.context, &it.tool_id)
                        : MPIX_QMPI_Get_entry(function, &it.function);
  if (error != MPI_SUCCESS) std::_Exit(2); // (the stack has said why)
  return it;
}

} // namespace moot::tools
