// Ctrl-C, for verbs that have something to say when they are stopped.
#pragma once

#include <atomic>

namespace moot {

// While one is there, the first interrupt is noted instead of ending the process; a second one ends it. One at a time.
class Interruptible {
public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  const std::atomic<bool>& asked() const;
};

} // namespace moot
