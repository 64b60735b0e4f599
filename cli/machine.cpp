#include "cli/machine.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

namespace moot {

unsigned jobs_to_use(unsigned asked) { return asked != 0 ? asked : std::max(1U, std::thread::hardware_concurrency()); }

std::uint64_t memory_to_use() {
  std::ifstream lines("/proc/meminfo");
  std::string word;
  std::uint64_t kilobytes = 0;
  while (lines >> word)
    if (word == "MemAvailable:" && lines >> kilobytes) return kilobytes * 1024 / 4 * 3;
  return 0;
}

} // namespace moot
