#include "mpi_backend/layer/fortran_call.h"

#include "mpi_backend/layer/state.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sstream>
#include <string>

namespace moot::layer {
namespace {

#ifdef OPEN_MPI
constexpr bool calls_mpi = false;
#else
constexpr bool calls_mpi = true;
#endif

// Linkers leave out a library if those before it have all that the program calls: as the layer may have.
void* in_left_out(const char* symbol) {
  std::istringstream libraries(MOOT_FORTRAN_LIBRARIES);
  for (std::string library; std::getline(libraries, library, ':');) {
    void* const opened = dlopen(library.c_str(), RTLD_LAZY);
    if (opened == nullptr) continue;
    if (void* const found = dlsym(opened, symbol); found != nullptr) return found;
  }
  return nullptr;
}

} // namespace

void* FortranCall::next_function(const char* symbol) {
  if (void* const found = dlsym(RTLD_NEXT, symbol); found != nullptr) return found;
  if (void* const found = in_left_out(symbol); found != nullptr) return found;
  std::fprintf(stderr, "moot layer: no library after it has %s, and none of %s\n", symbol, MOOT_FORTRAN_LIBRARIES);
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
