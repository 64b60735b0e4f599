// Chance, the same on every machine.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace moot {

// The standard's distributions may differ from one library to the next: none is used here.
class Dice {
public:
  explicit Dice(std::uint64_t seed, std::uint64_t number = 0)
      : state_(seed * 0x9E3779B97F4A7C15U ^ (number + 1) * 0xD1B54A32D192ED03U) {
    for (int i = 0; i < 4; ++i) next();
  }
  std::uint32_t below(std::size_t bound) {
    return static_cast<std::uint32_t>(next() >> 33U) % static_cast<std::uint32_t>(bound);
  }
  bool percent(std::uint32_t chance) { return below(100) < chance; }
  template <typename Range> const auto& pick(const Range& from) { return from[below(from.size())]; }
  template <typename T> T pick(std::initializer_list<T> from) { return *(from.begin() + below(from.size())); }

private:
  std::uint64_t next() { // SplitMix64
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
  }
  std::uint64_t state_;
};

} // namespace moot
