// How far the explorations of one case go.
#pragma once

#include "model/search/limits.h"
#include "workbench/shared/pace.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <unistd.h>

namespace moot {

struct CaseLimits {
  std::uint64_t states = ExploreLimits{}.states; // of each exploration,
  std::size_t depth = ExploreLimits{}.depth;     //   and as ExploreLimits has it,
  std::size_t callbacks = ExploreLimits{}.callbacks;
  double seconds = 5; // of the case: all its explorations; 0: no limit
};

// For one thread.
class Budget {
public:
  // `explorations`: how many share the time. What one leaves over is for those after it. Both references must outlive this.
  Budget(const CaseLimits& limits, const std::atomic<bool>& stop, std::size_t explorations)
      : limits_(limits), stop_(stop), left_(explorations) {}

  // On a terminal, an exploration that takes long tells how many states the case has by then.
  void tell_of(const std::string& name) {
    if (isatty(STDERR_FILENO) == 1) name_ = name;
  }

  // Of the next exploration, which begins now.
  ExploreLimits next();

private:
  const CaseLimits& limits_;
  const std::atomic<bool>& stop_;
  std::size_t left_;
  std::string name_; // "": nothing is told
  Pace pace_;
};

} // namespace moot
