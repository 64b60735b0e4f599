#include "mpi_backend/tools/say.h"

#include "mpi_backend/preloaded.h"

#include <cstdio>
#include <cstdlib>

namespace moot::tools {

void say(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  preloaded::say("tools", format, arguments);
  va_end(arguments);
}

void refuse(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  preloaded::say("tools", format, arguments);
  va_end(arguments);
  std::fflush(nullptr); // the program's lines so far; what it registered with atexit may call MPI
  std::_Exit(2);
}

} // namespace moot::tools
