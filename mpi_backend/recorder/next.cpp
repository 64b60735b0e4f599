#include "mpi_backend/recorder/next.h"

#include "mpi_backend/recorder/say.h"

#include <cstdlib>
#include <dlfcn.h>

namespace moot::recorder {

std::array<std::atomic<void*>, function_count> next_functions{};

namespace {

void* find(void* where, const char* name) {
  if (void* found = dlsym(where, name)) return found;
  static void* const library = dlopen(MOOT_LIBRARY_NAME, RTLD_LAZY | RTLD_NOLOAD);
  return library == nullptr ? nullptr : dlsym(library, name);
}

} // namespace

void* find_symbol(const char* name) { return find(RTLD_NEXT, name); }
void* find_address(const char* name) { return find(RTLD_DEFAULT, name); }

void* find_next(std::uint16_t function) {
  const char* name = function_names[function];
  void* const found = find_symbol(name);
  if (found == nullptr) {
    say("%s: no library of this process has it", name);
    std::_Exit(2);
  }
  next_functions[function].store(found, std::memory_order_relaxed);
  return found;
}

} // namespace moot::recorder
