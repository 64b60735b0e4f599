#include "mpi_backend/layer/fortran_call.h"

#include "mpi_backend/layer/state.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace moot::layer {
namespace {

#ifdef OPEN_MPI
constexpr bool calls_mpi = false;
#else
constexpr bool calls_mpi = true;
#endif

} // namespace

void* FortranCall::next_function(const char* symbol) {
  void* const found = dlsym(RTLD_NEXT, symbol);
  if (found != nullptr) return found;
  std::fprintf(stderr, "moot layer: no library after it has %s: the program links no Fortran of an MPI library\n",
               symbol);
  std::abort();
}

// Open MPI's Fortran calls PMPI_; MPICH's calls MPI_, too, and the layer's functions of these names would do the work again.
int FortranCall::native() {
  const bool outer = std::exchange(in_library, calls_mpi);
  invoke_(function_, arguments_.data());
  in_library = outer;
  return error_;
}

} // namespace moot::layer
