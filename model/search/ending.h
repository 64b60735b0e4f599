// How a long search ends: because all was looked at, or earlier.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace moot {

enum class Ending : std::uint8_t { complete, stopped, out_of_memory };

// What ends it early. Asked now and then, on the thread that called the search.
struct EndWhen {
  const std::atomic<bool>* stop = nullptr; // set by others
  std::function<bool()> out_of_memory;

  bool is_stopped() const { return stop != nullptr && *stop; }
  Ending now() const { // complete: go on
    if (is_stopped()) return Ending::stopped;
    return out_of_memory && out_of_memory() ? Ending::out_of_memory : Ending::complete;
  }
};

} // namespace moot
