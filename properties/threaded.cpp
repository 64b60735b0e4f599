#include "properties/threaded.h"

#include "programs/statements.h"

#include <algorithm>
#include <vector>

namespace moot::properties {
namespace {

bool finalizes(const Block& block) {
  return !block.empty() && block.back().type == Statement::Type::call && block.back().procedure == Procedure::finalize;
}

// Where statements of main begin that stand in no `if`.
std::vector<std::size_t> seams(const Block& block, std::size_t size) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < size; i += 1 + block[i].length) all.push_back(i);
  return all;
}

} // namespace

Program threaded(Program program, Dice& dice) {
  const auto& main = program.main;
  const auto size = main.size() - (finalizes(main) ? 1 : 0);
  const auto places = seams(main, size);
  if (places.empty()) return program;
  std::vector<std::size_t> cuts; // each thread begins at one
  for (auto n = 2 + dice.below(2); n > 0; --n) cuts.push_back(dice.pick(places));
  std::ranges::sort(cuts);
  cuts.push_back(size);
  const auto part = [&](std::size_t from, std::size_t to) {
    return Block(main.begin() + static_cast<std::ptrdiff_t>(from), main.begin() + static_cast<std::ptrdiff_t>(to));
  };
  Block made = part(0, cuts.front());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) add_thread(made, part(cuts[i], cuts[i + 1]));
  const auto rest = part(size, main.size());
  made.insert(made.end(), rest.begin(), rest.end());
  program.main = std::move(made);
  return program;
}

} // namespace moot::properties
