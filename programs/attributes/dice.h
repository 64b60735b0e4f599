// Chance, the same on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

namespace moot::campaign {

// The standard's distributions may differ from one library to the next: only its numbers are used here.
class Dice {
public:
  Dice(std::uint64_t seed, std::uint64_t number)
      : state_(seed * 0x9E3779B97F4A7C15U ^ (number + 1) * 0xD1B54A32D192ED03U) {
    for (int i = 0; i < 4; ++i) next();
  }
  std::uint32_t below(std::size_t bound) {
    return static_cast<std::uint32_t>(next() >> 33U) % static_cast<std::uint32_t>(bound);
  }
  bool percent(std::uint32_t chance) { return below(100) < chance; }
  template <typename T, std::size_t size> T pick(const std::array<T, size>& of) { return of.at(below(size)); }
  template <typename T> T pick(std::initializer_list<T> of) { return *(of.begin() + below(of.size())); }

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

} // namespace moot::campaign
