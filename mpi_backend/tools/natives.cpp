#include "mpi_backend/tools/functions.h"

#include "mpi_backend/preloaded.h"
#include "mpi_backend/tools/say.h"

#include <dlfcn.h>

namespace moot::tools {

std::array<std::atomic<Any>, MPIX_QMPI_FUNCTIONS> natives{};

void find_natives() {
  for (std::size_t i = 0; i < natives.size(); ++i)
    if (natives[i] == nullptr) natives[i] = reinterpret_cast<Any>(preloaded::find(RTLD_NEXT, functions()[i].name));
}

void find_needed(MPIX_QMPI_Function function) {
  find_natives();
  if (natives[function] == nullptr) refuse("%s: no library of this process has it", functions()[function].name);
}

} // namespace moot::tools
