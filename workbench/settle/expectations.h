// What a case expects of a reading, against what the model says.
#pragma once

#include "model/search/explore.h"

#include <functional>
#include <string>
#include <vector>

namespace moot {

struct Missed {
  SourcePosition position; // of the `expect` line
  std::string reading;     // "ticket304-strict with copy-order = any"
  std::string what;        // one line for each result that is missing or unexpected
};

// Throws what read_reading and override_answer throw: an expectation names a reading, a question or an answer that does not exist; or a UsageError:
// it names a clause that no rule rests on.
void require_names(const Program& program, const std::string& readings_folder);

// The expectations of a program that do not all hold.
struct ExpectationsChecked {
  std::vector<Missed> missed;
  std::vector<Missed> undecided; // the exploration was cut off (`what` says so), and found nothing that is not expected
};

// `limits` is asked for each exploration; `audit`, if there is one, audits all of them. Throws what require_names throws.
ExpectationsChecked check_expectations(const Program& program, const std::string& readings_folder,
                                       const std::function<ExploreLimits()>& limits, Audit* audit = nullptr);

} // namespace moot
