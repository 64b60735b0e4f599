// Random choices out of RapidCheck's generator of random numbers.
#pragma once

#include <initializer_list>
#include <rapidcheck.h>

namespace moot::properties {

class Dice {
public:
  explicit Dice(const rc::Random& random) : random_(random) {}

  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_.next() % end); }
  bool percent(std::uint32_t chance) { return below(100) < chance; }
  template <typename Range> const auto& pick(const Range& from) {
    return from[below(static_cast<std::uint32_t>(from.size()))];
  }
  template <typename T> T pick(std::initializer_list<T> from) {
    return *(from.begin() + below(static_cast<std::uint32_t>(from.size())));
  }

private:
  rc::Random random_;
};

} // namespace moot::properties
