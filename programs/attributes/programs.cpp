#include "programs/attributes/programs.h"

#include "programs/attributes/small_programs.h"
#include "programs/attributes/write_threads.h"
#include "programs/tools/under_tools.h"

#include <fmt/format.h>
#include <utility>

namespace moot::campaign {
namespace {

constexpr std::uint32_t with_threads_of_100 = 4;
constexpr std::uint64_t threads_apart =
    0x7468726561647300; // (a program without threads is what it was before there were any)

constexpr std::uint64_t tools_apart = 0x746f6f6c7300;

Program in_c(Program program) {
  const auto change = [](Block& block) {
    for (auto& statement : block) statement.language = Language::c;
  };
  change(program.main);
  for (auto& callback : program.callbacks) change(callback.body);
  return program;
}

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
  if (!where_.tools) return plain(number);
  Dice dice(seed_ + tools_apart, number);
  auto program = in_c(plain(number));
  auto stack = random_stack(program, dice);
  return under_tools(std::move(program), stack);
}

Program Programs::plain(std::uint64_t number) const {
  if (number < plans_.size()) return write_program(plans_[number], fmt::format("small program {}", number + 1));
  const auto plan = random_plan(seed_, number - plans_.size(), where_);
  auto program = write_program(plan, fmt::format("seed {}, random program {}", seed_, number - plans_.size() + 1));
  Dice dice(seed_ + threads_apart, number);
  return !where_.tools && dice.percent(with_threads_of_100) ? with_threads(plan, std::move(program), dice) : program;
}

} // namespace moot::campaign
