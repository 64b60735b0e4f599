#include "mpi_backend/recorder/say.h"

#include "mpi_backend/preloaded.h"

namespace moot::recorder {

void say(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  preloaded::say("record", format, arguments);
  va_end(arguments);
}

} // namespace moot::recorder
