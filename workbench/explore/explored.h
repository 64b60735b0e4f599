// What an exploration of a case found.
#pragma once

#include "workbench/shared/json.h"

#include <string>

namespace moot {

struct Explored {
  const std::string& file;
  const Machine& machine; // the case under a reading
  const Exploration& exploration;
};
// A trace for each outcome?
enum class Witnesses : std::uint8_t { none, all };
std::string to_text(const Explored& explored, Witnesses witnesses);
Json to_json(const Explored& explored); // docs/json.md

// Erroneous, if the program may be; else the worst of its outcomes.
Verdict verdict_on(const Exploration& exploration);

} // namespace moot
