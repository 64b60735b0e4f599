// How the recorder's wrappers find functions where they are a tool: the next one of MPI is below the tool, in the stack. (The recorder's own: next.cpp there.)
#include "mpi_backend/recorder/next.h"

#include "mpi_backend/preloaded.h"
#include "mpi_backend/tools/from_pmpi/from_pmpi.h"
#include "mpi_backend/tools/trace/caller.h"

#include <dlfcn.h>

namespace moot::recorder {
namespace {

// A tool that is preloaded stands before what it looks for. One that the stack loads comes after nothing of the process.
void* find_elsewhere(const char* name) {
  if (void* const found = preloaded::find(RTLD_NEXT, name)) return found;
  void* const found = dlsym(RTLD_DEFAULT, name);
  Dl_info own{};
  Dl_info its{};
  dladdr(reinterpret_cast<void*>(&find_elsewhere), &own);
  return dladdr(found, &its) != 0 && its.dli_fbase != own.dli_fbase ? found : nullptr;
}

} // namespace

std::array<std::atomic<void*>, function_count> next_functions{};

void* find_symbol(const char* name) { return find_elsewhere(name); }
void* find_address(const char* name) { return preloaded::find(RTLD_DEFAULT, name); }

void* needed_symbol(const char* name) {
  void* const found = find_elsewhere(name);
  if (found == nullptr) tools::refuse("%s: no library of this process has it", name);
  return found;
}

// (The wrapper's caller is the tool itself.)
bool is_in_other_binding(const void*) {
  const auto file = tools::file_of_caller();
  return file.starts_with("libmpichfort.") || file.starts_with("libmpi_mpifh.") || file.starts_with("libmpichcxx.") ||
         file.starts_with("libmpi_cxx.");
}

// Functions of Ticket 304 are no part of mpi.h: these are in no stack.
void* find_next(std::uint16_t function) {
  const char* const name = function_names[function];
  const auto below = reinterpret_cast<void*>(tools::pmpi_function(name));
  void* const found = below != nullptr ? below : needed_symbol(name);
  next_functions[function].store(found, std::memory_order_relaxed);
  return found;
}

} // namespace moot::recorder
