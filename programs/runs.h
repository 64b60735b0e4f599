// The runs of a program that is still being written: in which states it may be after what is there, and whether what comes next
// keeps to the law.
#pragma once

#include "model/law/machine.h"

#include <vector>

namespace moot {

struct Followed {
  // No run breaks a clause (one that an error handler aborts is over) or waits for ever; and the model says what becomes of all.
  bool is_lawful = false;
  std::vector<State> states{};  // if so: at the end of main, no two the same
  Clause broken = Clause::none; // if not: what runs break; none: not all the same
};

// All runs of main from its statement `first` to its end, from these states: each of them is at the end of an earlier main of the same
// program. Since then the program may have got variables and callbacks (unless it names what MPI attaches), but it must name
// the same constants in the same order.
Followed follow(const Machine& machine, const std::vector<State>& from, std::uint32_t first);

} // namespace moot
