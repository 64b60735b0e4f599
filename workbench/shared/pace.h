// How often a long command says how far it has come.
#pragma once

#include <chrono>

namespace moot {

// Not in its first two seconds, then at most once a second. For one thread at a time.
class Pace {
public:
  bool is_due() {
    const auto now = Clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::seconds(1);
    return true;
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::seconds(2);
};

} // namespace moot
