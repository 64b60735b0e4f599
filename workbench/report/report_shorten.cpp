// The shortest programs of a report: many runs, on several threads.
#include "workbench/report/report.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/parallel.h"
#include "workbench/shared/resources.h"

#include <algorithm>

namespace moot {

bool Reporter::shorten(const std::atomic<bool>& stop, const std::function<void(const std::string&)>& failed) {
  std::vector<Told*> all;
  for (auto& each : report_.cases)
    for (auto& told : each.disagreements) all.push_back(&told);
  std::vector<Shortest> found(all.size());
  Progress progress(all.size(), 1, "disagreements shrunk");
  const auto make_task = [&]() -> Task { return [&](std::size_t i) { found[i] = shortest(sought_[i], stop); }; };
  const auto take = [&](std::size_t i, const std::exception_ptr& error) {
    if (error) return failed(message(error)); // the case stays in its place
    tell(*all[i], std::move(found[i]));
  };
  // No more than there are cores: runs have time limits.
  const auto jobs = std::min(jobs_to_use(request_.jobs), jobs_to_use(0));
  return for_each_in_order(all.size(), {jobs, stop, progress}, make_task, take) == all.size();
}

} // namespace moot
