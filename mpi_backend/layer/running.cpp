#include "mpi_backend/layer/running.h"

#include <cstdio>
#include <cstdlib>
#include <functional>

namespace moot::layer {

Running::Running(Function what, const Object& with, const Object& key, Objects* put_off)
    : function(what), after(put_off), object_(&with), key_(&key), outer_(innermost_) {
  innermost_ = this;
}

Running::Running(const Object& from, const Object& to)
    : function(Function::copy), after(nullptr), object_(&from), new_object_(&to), outer_(innermost_) {
  innermost_ = this;
}

template <class Fits> bool Running::any_here(Fits fits) {
  const Running* one = innermost_;
  while (one != nullptr && !fits(*one)) one = one->outer_;
  return one != nullptr;
}

bool Running::here(Function what, const Object& with) {
  return any_here(
      [&](const Running& one) { return one.function == what && (one.object_ == &with || one.new_object_ == &with); });
}

bool Running::here(Function what, const Object& with, const Object& key) {
  return any_here([&](const Running& one) { return one.function == what && one.object_ == &with && one.key_ == &key; });
}

Running::~Running() { innermost_ = outer_; }

thread_local constinit const Running* Running::innermost_ = nullptr;

thread_local constinit const InProgram* InProgram::innermost_ = nullptr;

// (Stacks grow downwards wherever MPI runs. What was left may be anybody's place by now.)
__attribute__((no_sanitize("address"))) void InProgram::expect_not_left() {
  const char here = 0;
  const bool is_below = std::less<>()(static_cast<const void*>(&here), static_cast<const void*>(innermost_));
  if (!is_below || innermost_->mark_ != mark) give_up("a callback was left by longjmp: what MPI was at is lost");
}

void give_up(const char* why) {
  static_cast<void>(std::fprintf(stderr, "moot layer: erroneous: %s\n", why));
  std::abort();
}

} // namespace moot::layer
