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

void* needed_symbol(const char* name) {
  void* const found = find_symbol(name);
  if (found != nullptr) return found;
  say("%s: no library of this process has it", name);
  std::_Exit(2);
}

bool is_in_fortran(const void* caller) {
  const auto library_of = [](const void* address) {
    Dl_info info{};
    return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
  };
  const void* const procedure = find_symbol("mpi_init_");
  return procedure != nullptr && library_of(procedure) == library_of(caller);
}

void* find_next(std::uint16_t function) {
  void* const found = needed_symbol(function_names[function]);
  next_functions[function].store(found, std::memory_order_relaxed);
  return found;
}

} // namespace moot::recorder
