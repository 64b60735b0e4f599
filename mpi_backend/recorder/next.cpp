#include "mpi_backend/recorder/next.h"

#include "mpi_backend/preloaded.h"
#include "mpi_backend/recorder/say.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace moot::recorder {

std::array<std::atomic<void*>, function_count> next_functions{};

void* find_symbol(const char* name) { return preloaded::find(RTLD_NEXT, name); }
void* find_address(const char* name) { return preloaded::find(RTLD_DEFAULT, name); }

void* needed_symbol(const char* name) {
  void* const found = find_symbol(name);
  if (found != nullptr) return found;
  say("%s: no library of this process has it", name);
  std::_Exit(2);
}

bool is_in_other_binding(const void* caller) {
  Dl_info of_caller{};
  Dl_info of_fortran{};
  if (dladdr(caller, &of_caller) == 0) return false;
  const void* const procedure = find_symbol("mpi_init_");
  if (procedure != nullptr && dladdr(procedure, &of_fortran) != 0 && of_fortran.dli_fbase == of_caller.dli_fbase)
    return true;
  const std::string_view name(of_caller.dli_fname);
  return name.find("/libmpichcxx.") != std::string_view::npos || name.find("/libmpi_cxx.") != std::string_view::npos;
}

void* find_next(std::uint16_t function) {
  void* const found = needed_symbol(function_names[function]);
  next_functions[function].store(found, std::memory_order_relaxed);
  return found;
}

} // namespace moot::recorder
