// How far an exploration goes, and what it says where it goes no further.
#pragma once

#include "model/vocabulary/program.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace moot {

struct ExploreLimits {
  std::uint64_t states = 2'000'000;
  std::size_t depth = 1'000;         // calls and callbacks that nest, or objects
  std::size_t callbacks = 2'000;     // that one statement of the program leads to; for programs that count
  std::chrono::milliseconds time{0}; // none
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::uint64_t states)> progress{}; // is told now and then how many there are
};

// Why not all was explored.
struct CutOff {
  enum class By : std::uint8_t { states, depth, callbacks, time, stop, not_modelled };
  By by = By::states;
  std::string words; // "cut off after 3000 states (further: --states N)", "not modelled: ..."
};
std::string_view name(CutOff::By by); // "states", ..., "not modelled"

CutOff cut_off(CutOff::By by, const ExploreLimits& limits);
CutOff not_modelled(const std::string& what);

// Looks at the clock and at Ctrl-C.
class Watch {
public:
  explicit Watch(const ExploreLimits& limits) : limits_(limits) {}

  // Is it time to give up? `states`: that there are so far.
  std::optional<CutOff> gives_up(std::uint64_t states) const;

private:
  using Clock = std::chrono::steady_clock;
  const ExploreLimits& limits_;
  const Clock::time_point start_ = Clock::now();
};

} // namespace moot
