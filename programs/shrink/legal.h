// Whether a program keeps to the law: asked of the machine.
#pragma once

#include "model/vocabulary/clause.h"
#include "model/vocabulary/reading.h"
#include "programs/shrink/shrink.h"

#include <set>
#include <vector>

namespace moot {

// What is wrong with a program under a reading, as far as a short exploration shows.
struct Wrongs {
  std::set<Clause> broken; // by some run, under some of the answers that the reading leaves open
  bool refused = false;    // the model does not say what becomes of it
  bool cover(const Wrongs& others) const;
};
Wrongs wrongs(const Program& program, const Reading& reading);

// For shrink: nothing is wrong with a legal program that is not wrong with this one (if that is at fault itself under some answer, it may
// become smaller all the same). Both run as each of `processes`; none: as the process that they are for. The readings must
// outlive the test.
Test as_legal_as(const Program& program, const std::vector<Reading>& readings, std::vector<Process> processes = {});

} // namespace moot
