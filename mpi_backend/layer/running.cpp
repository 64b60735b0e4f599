#include "mpi_backend/layer/running.h"

#include <cstdio>
#include <cstdlib>
#include <functional>

namespace moot::layer {

Running::Running(Function what, Objects* put_off) : function(what), after(put_off), outer_(innermost_) {
  innermost_ = this;
}

Running::~Running() { innermost_ = outer_; }

thread_local constinit const Running* Running::innermost_ = nullptr;

void expect_no_jump() {
  const char here = 0;
  if (Running::innermost() == nullptr) return;
  // (Stacks grow downwards wherever MPI runs.)
  if (std::less<const void*>()(&here, Running::innermost())) return;
  give_up("a callback was left by longjmp: what MPI was at is lost");
}

void give_up(const char* why) {
  static_cast<void>(std::fprintf(stderr, "moot layer: erroneous: %s\n", why));
  std::abort();
}

} // namespace moot::layer
