#include "cli/campaign/programs.h"

#include "cli/campaign/random_programs.h"
#include "cli/campaign/small_programs.h"

#include <fmt/format.h>

namespace moot::campaign {

Programs::Programs(std::uint64_t seed, std::size_t calls_at_most) : seed_(seed), plans_(small_plans(calls_at_most)) {}

Program Programs::operator[](std::uint64_t number) const {
  if (number < plans_.size()) return write_program(plans_[number], fmt::format("small program {}", number + 1));
  const auto plan = random_plan(seed_, number - plans_.size());
  return write_program(plan, fmt::format("random program {} of seed {}", number - plans_.size() + 1, seed_));
}

} // namespace moot::campaign
