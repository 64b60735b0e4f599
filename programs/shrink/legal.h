// Whether a program keeps to the law: asked of the machine.
#pragma once

#include "model/vocabulary/clause.h"
#include "model/vocabulary/reading.h"
#include "programs/shrink/shrink.h"

#include <set>
#include <vector>

namespace moot {

// The clauses that some run of the program breaks, under some of the answers that the reading leaves open; Clause::none: the
// model does not say what becomes of it. As far as a short exploration shows.
std::set<Clause> faults(const Program& program, const Reading& reading);

// For shrink: a legal program has no faults but those of this one, which may become smaller though it is at fault itself under some
// answer. Both run as each of `processes`; none: as the process that they are for. The readings must outlive the test.
Test as_legal_as(const Program& program, const std::vector<Reading>& readings, std::vector<Process> processes = {});

} // namespace moot
