#include "workbench/shared/progress.h"

#include <fmt/format.h>

#include <unistd.h>

namespace moot {

void Progress::step() {
  const std::lock_guard lock(mutex_);
  ++done_;
  const auto left = cases_ * parts_ - done_;
  if (left == 0 || cases_ == 1 || !pace_.is_due()) return;
  const auto to_go = pace_.seconds() / static_cast<double>(done_) * static_cast<double>(left);
  fmt::print(stderr, "moot: {} of {} {}; about {:.0f} s to go\n", done_ / parts_, cases_, what_, to_go);
}

void Progress::tick() {
  const std::lock_guard lock(mutex_);
  if (isatty(STDERR_FILENO) != 1 || !pace_.is_due()) return;
  const auto parts = parts_ > 1 && cases_ == 1 ? fmt::format("{} of {} parts", done_, parts_)
                                               : fmt::format("{} of {} {}", done_ / parts_, cases_, what_);
  fmt::print(stderr, "moot: {}; {:.0f} s so far\n", parts, pace_.seconds());
}

} // namespace moot
