// Ways to a state, told in the names of the case.
#pragma once

#include "workbench/shared/words.h"

namespace moot {

// A run of the program. An object shows as the variable that first received it, as in an outcome: `c`; the next one of that
// variable as `c#2`. One that no variable received keeps its name in traces, `c1`; `(c1)` if a variable has it.
struct Story {
  std::vector<Event> events;
  State last;                     // where it has led
  std::vector<std::string> names; // of its objects, by slot
};
Story story_of(const Machine& machine, const Moves& moves);
std::vector<Event> events_by_variable(const Machine& machine, const Moves& moves);

// A shortest way to a state, as indented text.
std::string witness(const Machine& machine, const Exploration& exploration, std::uint32_t state,
                    std::string_view indent);

} // namespace moot
