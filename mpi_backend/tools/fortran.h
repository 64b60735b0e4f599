// Fortran bindings call PMPI_X, with C's arguments: such calls enter the stack as calls of MPI_X do.
#pragma once

#include <atomic>
#include <cstdint>

namespace moot::tools {

// Where code of bindings may lie: everywhere, until it was looked. `size` is read first and written last: so the two belong together, or all is in.
struct Hull {
  std::atomic<std::uintptr_t> begin = 0, size = UINTPTR_MAX;
  bool has(const void* address) const {
    const auto found = size.load(std::memory_order_acquire);
    return reinterpret_cast<std::uintptr_t>(address) - begin.load(std::memory_order_relaxed) < found;
  }
};
extern constinit Hull fortran_hull;
bool is_in_binding(const void* caller);

// Whether this address, to which a call of PMPI_X returns, is in a procedure of the library's Fortran binding (not in a profiling one).
inline bool is_in_fortran(const void* caller) { return fortran_hull.has(caller) && is_in_binding(caller); }

} // namespace moot::tools
