#include "mpi_backend/recorder/fortran.h"

namespace moot::recorder::fortran {

void* next_procedure(std::atomic<void*>& known, const char* name) {
  void* found = known.load(std::memory_order_relaxed);
  if (found != nullptr) return found;
  found = needed_symbol(name);
  known.store(found, std::memory_order_relaxed);
  return found;
}

} // namespace moot::recorder::fortran
