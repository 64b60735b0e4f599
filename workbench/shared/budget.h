// What the command line gives to the explorations of one case: --states, --depth, --callbacks, and shares of --time.
#pragma once

#include "workbench/shared/json.h"
#include "workbench/shared/pace.h"
#include "workbench/shared/verdicts.h"

#include <atomic>
#include <unistd.h>

namespace moot {

// For one thread.
class Budget {
public:
  // `explorations`: how many share the time. What one leaves over is for those after it. `tells`: on a terminal, one that takes
  // long tells how many states there are. All must outlive this.
  Budget(const Options& options, const std::atomic<bool>& stop, std::size_t explorations, bool tells = false)
      : options_(options), stop_(stop), left_(explorations), tells_(tells && isatty(STDERR_FILENO) == 1) {}

  // Of the next exploration, which begins now.
  ExploreLimits next();

private:
  const Options& options_;
  const std::atomic<bool>& stop_;
  std::size_t left_;
  bool tells_;
  Pace pace_;
};

// {"by": "states", "what": "cut off after 3000 states (further: --states N)"}
Json to_json(const CutOff& cut_off);

} // namespace moot
