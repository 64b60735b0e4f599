#include "programs/shrink/legal.h"

#include "model/search/explore.h"

#include <algorithm>

namespace moot {

std::set<Clause> faults(const Program& program, const Reading& reading) try {
  // Small programs have some hundred states; of a larger one it says what is near the start.
  const auto all = explore(Machine(program, reading), {.states = 2'000});
  std::set<Clause> found;
  for (const auto& fault : all.erroneous) found.insert(fault.clause);
  if (all.cut_off && all.cut_off->by == CutOff::By::not_modelled) found.insert(Clause::none);
  return found;
} catch (const NotModelled&) {
  return {Clause::none};
}

Test as_legal_as(const Program& program, const std::vector<Reading>& readings, std::vector<Process> processes) {
  if (processes.empty()) processes.push_back(program.process);
  const auto by_process_and_reading = [processes = std::move(processes), &readings](Program it) {
    std::vector<std::set<Clause>> all;
    for (const auto& process : processes) {
      it.process = process;
      for (const auto& reading : readings) all.push_back(faults(it, reading));
    }
    return all;
  };
  return [by_process_and_reading, own = by_process_and_reading(program)](const Program& next) {
    return std::ranges::equal(own, by_process_and_reading(next),
                              [](const auto& old, const auto& now) { return std::ranges::includes(old, now); });
  };
}

} // namespace moot
