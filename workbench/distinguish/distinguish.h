// The shortest program whose outcomes differ under two readings.
#pragma once

#include "spec/language/distinguishing_case.h"
#include "workbench/shared/chosen_law.h"
#include "workbench/shared/json.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace moot {

struct DistinguishRequest {
  ChosenLaw law;              // two readings, each perhaps with ":QUESTION=ANSWER,..."
  bool all = false;           // a program for each question in which they differ
  unsigned calls_at_most = 7; // of the programs
  unsigned jobs = 0;          // threads; 0: as many as there are cores
  std::uint64_t memory = 0;   // bytes; 0: most of what is free
};

// What is to be told apart.
struct ReadingPairs {
  std::vector<std::pair<Reading, Reading>> pairs;
  bool differ = true;               // the two readings, in some question that can be asked
  std::vector<std::string> remarks; // on what was asked for and changes nothing
};
// Throws ReadingError where there is no such reading, question or answer, and UsageError for a reading of which the search makes no
// programs.
ReadingPairs pairs_of(const DistinguishRequest& request);

struct ToldApart : Distinguished {
  Reading a, b;
  std::optional<Question> decides; // the first question that does so alone
};
// Until `stop` is set. Standard error tells how far it is.
ToldApart tell_apart(const DistinguishRequest& request, const Reading& a, const Reading& b,
                     const std::atomic<bool>& stop);

std::string to_text(const DistinguishRequest& request, const ToldApart& found);
Json to_json(const DistinguishRequest& request, const ToldApart& found);

} // namespace moot
