#include "programs/attributes/programs.h"

#include "programs/attributes/small_programs.h"

#include <fmt/format.h>

namespace moot::campaign {

Programs::Programs(std::uint64_t seed, std::size_t calls_at_most) : seed_(seed), plans_(small_plans(calls_at_most)) {}

std::size_t Programs::fitting_size(std::uint64_t count) {
  constexpr std::size_t largest = 5;
  std::size_t size = 1;
  while (size < largest && small_plans(size + 1, count / 2)) ++size;
  return size;
}

Program Programs::operator[](std::uint64_t number) const {
  if (number < plans_.size()) return write_program(plans_[number], fmt::format("small program {}", number + 1));
  const auto plan = random_plan(seed_, number - plans_.size());
  return write_program(plan, fmt::format("seed {}, random program {}", seed_, number - plans_.size() + 1));
}

} // namespace moot::campaign
