// The tool `ticket304` has its place: the program has to call its functions of Ticket 304, not another layer's.
#include "mpi_backend/tools/from_pmpi/from_pmpi.h"

#include <dlfcn.h>

extern "C" void mpix_key_create_(void); // the layer's, for Fortran

namespace moot::tools {

// (The name for Fortran, as only a layer has it: the tool trace stands before those of C. What this library calls itself is its own: -Bsymbolic-functions.)
void tool_begins() {
  Dl_info own{};
  Dl_info programs{};
  dladdr(reinterpret_cast<void*>(&mpix_key_create_), &own);
  void* const first = dlsym(RTLD_DEFAULT, "mpix_key_create_");
  if (first == nullptr || dladdr(first, &programs) == 0)
    refuse("the tool ticket304: the program can't call its functions: link %s, or load it with LD_PRELOAD",
           own.dli_fname);
  if (programs.dli_fbase != own.dli_fbase)
    refuse("the tool ticket304: the program calls functions of %s: load %s with LD_PRELOAD", programs.dli_fname,
           own.dli_fname);
}

} // namespace moot::tools
