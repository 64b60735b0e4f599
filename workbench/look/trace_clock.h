// When the events of a trace happened.
#pragma once

#include "model/vocabulary/event.h"

namespace moot {

class TraceClock {
public:
  // Of each event in its turn, in ns from the trace's beginning. If the first event has no time, the trace has none, and its events come
  // a microsecond after each other; else an event without a time happens with the one before.
  std::int64_t at(const Event& event) {
    ++sequence_;
    if (sequence_ == 1) has_times_ = event.time_ns != 0;
    if (!has_times_)
      now_ = 1000 * sequence_;
    else if (event.time_ns != 0)
      now_ = event.time_ns;
    last_ = now_ > last_ ? now_ : last_;
    return now_;
  }
  bool has_times() const { return has_times_; } // known after the first event
  std::int64_t last() const { return last_; }   // of all so far

private:
  std::int64_t sequence_ = 0, now_ = 0, last_ = 0;
  bool has_times_ = false;
};

} // namespace moot
