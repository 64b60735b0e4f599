// moot settle, in two steps: find out (settle.cpp), then print for people (settle_text.cpp) or programs
// (settle_json.cpp).
#pragma once

#include "cli/expectations.h"
#include "cli/json.h"
#include "cli/trials.h"

#include <string>
#include <vector>

namespace moot {

struct Settled {
  std::string file;
  Program program;
  std::vector<Reading> readings;
  std::vector<Exploration> explorations; // by reading
  std::vector<Trials> trials;            // by library
  std::vector<Missed> missed;            // expectations

  // Some library did what is forbidden whatever the answers to the questions.
  bool some_library_forbidden() const;
};

std::string to_text(const Settled& settled, bool verbose);
std::string to_line(const Settled& settled); // for a folder of cases
Json to_json(const Settled& settled);

} // namespace moot
