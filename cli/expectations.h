// What a case expects of a reading, against what the model says.
#pragma once

#include "cli/verdicts.h"

namespace moot {

struct Missed {
  SourcePosition position; // of the `expect` line
  std::string reading;     // "ticket304-strict with copy-order = any"
  std::string what;        // one line for each result that is missing or unexpected
};

// What an exploration found, as an `expect` line lists it.
std::vector<Expected> results(const Exploration& exploration);

// The expectations of a program that do not hold. Throws what explore and load_reading throw.
std::vector<Missed> missed_expectations(const Program& program, const std::string& readings_folder,
                                        const ExploreLimits& limits);

} // namespace moot
