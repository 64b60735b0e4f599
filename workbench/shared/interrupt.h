// Ctrl-C, for verbs that have something to say when they are stopped.
#pragma once

#include <atomic>

namespace moot {

// While one is there, the first interrupt is noted instead of ending the process; another one, half a second later or more, ends
// it. (`timeout -s INT` sends two at once.) One at a time.
class Interruptible {
public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  static const std::atomic<bool>& asked(); // since one is there
};

} // namespace moot
