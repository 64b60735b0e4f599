// How far a campaign has come, on standard error.
#pragma once

#include "workbench/shared/pace.h"

#include <cstdint>
#include <mutex>

namespace moot::campaign {

// "moot: 4,000 of 10,000 programs, 612 a second, 3 kinds of deviation so far; about 10 s to go": not in the first two
// seconds, then at most once a second. Its members may be called by several threads.
class Status {
public:
  // `begin`: so many were done before. `kinds`: of deviation, found before.
  Status(std::uint64_t begin, std::uint64_t count, std::size_t kinds)
      : begin_(begin), count_(count), done_(begin), kinds_(kinds) {}

  void program_done();
  void kinds(std::size_t kinds);

private:
  std::mutex mutex_;
  const std::uint64_t begin_;
  const std::uint64_t count_;
  std::uint64_t done_;
  std::size_t kinds_;
  Pace pace_;
};

} // namespace moot::campaign
