#include "cli/progress.h"

#include <fmt/format.h>

namespace moot {

void Progress::step() {
  const std::lock_guard lock(mutex_);
  ++done_;
  const auto now = Clock::now();
  const auto left = cases_ * parts_ - done_;
  if (left == 0 || cases_ == 1 || now - last_told_ < std::chrono::seconds(1)) return;
  last_told_ = now;
  const auto seconds = std::chrono::duration<double>(now - start_).count();
  const auto to_go = seconds / static_cast<double>(done_) * static_cast<double>(left);
  fmt::print(stderr, "moot: {} of {} cases; about {:.0f} s to go\n", done_ / parts_, cases_, to_go);
}

} // namespace moot
