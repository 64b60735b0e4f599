// How far a long command has come, on standard error.
#pragma once

#include "workbench/shared/pace.h"

#include <cstddef>
#include <mutex>
#include <string_view>

namespace moot {

// "moot: 40 of 133 cases; about 12 s to go": not in the first two seconds, then at most once a second, and not for one case.
// A case may have several parts; whatever the order in which they are done, so many of them are a case. `what` the line calls
// them must outlive this.
// Its members may be called by several threads.
class Progress {
public:
  explicit Progress(std::size_t cases, std::size_t parts = 1, std::string_view what = "cases")
      : cases_(cases), parts_(parts), what_(what) {}

  void step(); // one more part is done
  void tick(); // time goes by: on a terminal, and while nothing else is said, tells how much of it

private:
  std::mutex mutex_;
  const std::size_t cases_;
  const std::size_t parts_; // of each
  const std::string_view what_;
  std::size_t done_ = 0; // parts
  Pace pace_;
};

} // namespace moot
