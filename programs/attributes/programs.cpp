#include "programs/attributes/programs.h"

#include "programs/attributes/small_programs.h"
#include "programs/attributes/write_threads.h"

#include <fmt/format.h>
#include <utility>

namespace moot::campaign {
namespace {

constexpr std::uint32_t with_threads_of_100 = 4;
constexpr std::uint64_t threads_apart =
    0x7468726561647300; // (a program without threads is what it was before there were any)

} // namespace

Programs::Programs(std::uint64_t seed, std::size_t calls_at_most, const Where& where)
    : seed_(seed), where_(where), plans_(small_plans(calls_at_most)) {}

std::size_t Programs::fitting_size(std::uint64_t count) {
  constexpr std::size_t largest = 5;
  std::size_t size = 1;
  while (size < largest && small_plans(size + 1, count / 2)) ++size;
  return size;
}

Program Programs::operator[](std::uint64_t number) const {
  if (number < plans_.size()) return write_program(plans_[number], fmt::format("small program {}", number + 1));
  const auto plan = random_plan(seed_, number - plans_.size(), where_);
  auto program = write_program(plan, fmt::format("seed {}, random program {}", seed_, number - plans_.size() + 1));
  Dice dice(seed_ + threads_apart, number);
  return dice.percent(with_threads_of_100) ? with_threads(plan, std::move(program), dice) : program;
}

} // namespace moot::campaign
