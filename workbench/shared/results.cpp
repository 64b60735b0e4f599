#include "workbench/shared/results.h"

#include "model/rules/diagnosis.h"

namespace moot {

std::vector<Expected> results(const Exploration& exploration) {
  std::vector<Expected> results;
  for (const auto& outcome : exploration.outcomes)
    results.push_back(
        {Expected::Type::outcome, outcome.observed, outcome.verdict == Verdict::unspecified, std::string{}});
  for (const auto& fault : exploration.erroneous) {
    auto& result = results.emplace_back(Expected{Expected::Type::erroneous, {}, false, std::string(id(fault.clause))});
    if (const auto* diagnosis = diagnosis_of(fault.clause)) result.diagnosed = diagnosis->error;
  }
  if (!exploration.aborts.empty()) results.push_back({Expected::Type::aborts, {}, false, {}});
  if (!exploration.endless.empty()) results.push_back({Expected::Type::endless, {}, false, {}});
  return results;
}

} // namespace moot
