#include "workbench/shared/verdicts.h"

namespace moot {

Verdict worse(Verdict a, Verdict b) {
  for (const auto verdict : {Verdict::forbidden, Verdict::erroneous, Verdict::unspecified})
    if (a == verdict || b == verdict) return verdict;
  return Verdict::allowed;
}

} // namespace moot
