#include "workbench/shared/budget.h"

#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace moot {

ExploreLimits Budget::next() {
  ExploreLimits limits;
  limits.states = limits_.states;
  limits.depth = limits_.depth;
  limits.callbacks = limits_.callbacks;
  limits.stop = &stop_;
  if (limits_.seconds > 0) {
    const auto share =
        std::max(0.0, limits_.seconds - pace_.seconds()) / static_cast<double>(std::max<std::size_t>(1, left_));
    limits.time = std::max(std::chrono::milliseconds(10), std::chrono::milliseconds(10 * std::llround(share * 100)));
  }
  if (left_ > 0) --left_;
  if (!name_.empty())
    limits.progress = [this](std::uint64_t states) {
      if (pace_.is_due())
        fmt::print(stderr, "moot: {}: {:.0f} s, {}\n", name_, pace_.seconds(), counted(states, "state"));
    };
  return limits;
}

} // namespace moot
