// The runs of a program that is still being written: in which states it may be after what is there, and whether what comes next
// keeps to the law.
#pragma once

#include "model/law/machine.h"

#include <vector>

namespace moot {

enum class Way : std::uint8_t {
  goes_on,  // no run breaks a clause; those that an error handler aborts are over
  at_fault, // each run breaks one
  refused,  // some run does, or waits for ever; or the model says nothing of it; or there are too many runs
};

struct Followed {
  Way way = Way::refused;
  std::vector<State> states{};  // goes_on: at the end of main, no two the same
  Clause broken = Clause::none; // at_fault: the one that the runs break; none: not all the same one
};

// All runs of main from its statement `first` to its end, from these states: each of them is at the end of an earlier main of the same
// program. Since then the program may have got variables and callbacks, but it must name the same constants in the same order.
Followed follow(const Machine& machine, const std::vector<State>& from, std::uint32_t first);

} // namespace moot
