#include "workbench/shared/budget.h"

#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace moot {

ExploreLimits Budget::next() {
  ExploreLimits limits;
  limits.states = options_.states;
  limits.depth = options_.depth;
  limits.callbacks = options_.callbacks;
  limits.stop = &stop_;
  if (options_.seconds > 0) {
    const auto share =
        std::max(0.0, options_.seconds - pace_.seconds()) / static_cast<double>(std::max<std::size_t>(1, left_));
    limits.time = std::max(std::chrono::milliseconds(10), std::chrono::milliseconds(10 * std::llround(share * 100)));
  }
  if (left_ > 0) --left_;
  if (tells_)
    limits.progress = [this](std::uint64_t states) {
      if (pace_.is_due())
        fmt::print(stderr, "moot: {}: {:.0f} s, {}\n", options_.input, pace_.seconds(), counted(states, "state"));
    };
  return limits;
}

Json to_json(const CutOff& cut_off) { return {{"by", name(cut_off.by)}, {"what", cut_off.words}}; }

} // namespace moot
