#include "traces/check/threads.h"

#include <algorithm>

namespace moot {

namespace {
constexpr std::optional<std::uint32_t> nobody{};
}

std::vector<std::uint32_t> Threads::numbers() const {
  std::vector<std::uint32_t> numbers;
  for (const auto& it : taken_) numbers.push_back(it.number);
  return numbers;
}

std::optional<std::uint32_t> Threads::find(std::uint32_t thread) const {
  const auto found = std::ranges::find(taken_, thread, &Number::thread);
  if (found == taken_.end()) return std::nullopt;
  return found->number;
}

std::uint32_t Threads::take_lowest(std::optional<std::uint32_t> thread) {
  std::uint32_t lowest = 0;
  while (lowest < taken_.size() && taken_[lowest].number == lowest) ++lowest;
  taken_.insert(taken_.begin() + lowest, {lowest, thread});
  most_ = std::max(most_, taken_.size());
  return lowest;
}

std::uint32_t Threads::add(std::uint32_t thread) { return take_lowest(thread); }

std::uint32_t Threads::unseen() const { return std::ranges::find(taken_, nobody, &Number::thread)->number; }

void Threads::show(std::uint32_t thread) {
  std::ranges::find(taken_, nobody, &Number::thread)->thread = thread;
  take_lowest(std::nullopt);
}

void Threads::remove(std::uint32_t number) { taken_.erase(std::ranges::find(taken_, number, &Number::number)); }

} // namespace moot
