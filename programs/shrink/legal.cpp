#include "programs/shrink/legal.h"

#include "model/search/explore.h"

#include <algorithm>

namespace moot {
namespace {

// Small programs have some hundred states; of a larger one it says what is near the start.
constexpr std::uint64_t most_states = 2'000;

} // namespace

bool Wrongs::cover(const Wrongs& others) const {
  return (refused || !others.refused) && std::ranges::includes(broken, others.broken);
}

Wrongs wrongs(const Program& program, const Reading& reading) try {
  Wrongs found;
  const auto all = explore(Machine(program, reading), {.states = most_states});
  for (const auto& fault : all.erroneous) found.broken.insert(fault.clause);
  found.refused = all.cut_off && all.cut_off->by == CutOff::By::not_modelled;
  return found;
} catch (const NotModelled&) {
  return {{}, true};
}

Test as_legal_as(const Program& program, const std::vector<Reading>& readings, std::vector<Process> processes) {
  if (processes.empty()) processes.push_back(program.process);
  const auto each = [=, &readings](Program it) {
    std::vector<Wrongs> all;
    for (const auto& process : processes) {
      it.process = process;
      for (const auto& reading : readings) all.push_back(wrongs(it, reading));
    }
    return all;
  };
  return [each, own = each(program)](const Program& next) {
    return std::ranges::equal(own, each(next), [](const Wrongs& mine, const Wrongs& its) { return mine.cover(its); });
  };
}

} // namespace moot
