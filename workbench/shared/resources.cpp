#include "workbench/shared/resources.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include <malloc.h>

namespace moot {
namespace {

// Of a file with lines like "VmRSS:   1234 kB".
std::uint64_t bytes_of(const char* file, std::string_view name) {
  std::ifstream lines(file);
  std::uint64_t kilobytes = 0;
  for (std::string word; lines >> word;)
    if (word == name && lines >> kilobytes) return kilobytes * 1024;
  return 0;
}

// A number that is alone in its file; 0: there is none ("max": no limit).
std::uint64_t number_in(const char* file) {
  std::uint64_t number = 0;
  std::ifstream(file) >> number;
  return number;
}

std::uint64_t memory_free() {
  const auto free = bytes_of("/proc/meminfo", "MemAvailable:");
  const auto limit = number_in("/sys/fs/cgroup/memory.max");
  if (limit == 0) return free;
  return std::min(free, limit - std::min(limit, number_in("/sys/fs/cgroup/memory.current")));
}

} // namespace

unsigned jobs_to_use(unsigned asked) { return asked != 0 ? asked : std::max(1U, std::thread::hardware_concurrency()); }

std::uint64_t memory_in_use() { return bytes_of("/proc/self/status", "VmRSS:"); }

// Not ru_maxrss: that begins with what the process that started this one had.
std::uint64_t peak_memory() { return bytes_of("/proc/self/status", "VmHWM:"); }

std::function<bool()> has_more_than(std::uint64_t bytes) {
  const auto limit = bytes != 0 ? bytes : memory_free() / 4 * 3;
  return [limit] {
    if (limit == 0 || memory_in_use() <= limit) return false;
    malloc_trim(0); // what an earlier search gave back may still be kept here
    return memory_in_use() > limit;
  };
}

} // namespace moot
