#include "mpi_backend/tools/functions.h"

#include "mpi_backend/tools/say.h"

#include <dlfcn.h>

namespace moot::tools {

std::array<std::atomic<Any>, MPIX_QMPI_FUNCTIONS> natives{};

namespace {

// The library may have been loaded for one module only (as Python does): then the names are in it, but not after this library.
void* find(const char* name) {
  if (void* found = dlsym(RTLD_NEXT, name)) return found;
  static void* const library = dlopen(MOOT_LIBRARY_NAME, RTLD_LAZY | RTLD_NOLOAD);
  return library == nullptr ? nullptr : dlsym(library, name);
}

} // namespace

void find_natives() {
  for (std::size_t i = 0; i < natives.size(); ++i)
    if (natives[i] == nullptr) natives[i] = reinterpret_cast<Any>(find(functions()[i].name));
}

void find_needed(MPIX_QMPI_Function function) {
  find_natives();
  if (natives[function] == nullptr) refuse("%s: no library of this process has it", functions()[function].name);
}

} // namespace moot::tools
