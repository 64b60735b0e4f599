// Ctrl-C, for verbs that have something to say when they are stopped.
#pragma once

#include <atomic>
#include <optional>
#include <string>

namespace moot {

// Is to be stopped what may be? nullptr: it may not.
inline bool is_set(const std::atomic<bool>* stop) { return stop != nullptr && *stop; }

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

// The same while a file is read. While a pipe is waited for, an interrupt ends the process as ever.
class InterruptibleReading {
public:
  explicit InterruptibleReading(const std::string& file);
  const std::atomic<bool>* asked() const {
    return interruptible_ ? &Interruptible::asked() : nullptr;
  } // null: it is a pipe

private:
  std::optional<Interruptible> interruptible_;
};

} // namespace moot
