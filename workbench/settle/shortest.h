// The shortest program that shows a disagreement: its case, shrunk on the library.
#pragma once

#include "workbench/settle/disagreement.h"

#include <atomic>

namespace moot {

// What a case showed, and how it ran.
struct Sought {
  Program program; // without what it expects
  std::string name;
  LibraryInfo library;
  std::vector<Reading> readings; // that forbid it
  Disagreement found;
  std::string answers;                      // that were pinned, as a Job has them
  std::uint32_t np = 1;                     // processes of a run
  std::chrono::milliseconds patience{2000}; // with a run
};

struct Shortest {
  Program program;
  Disagreement shows;
};

// Takes away what it can as long as a run with the same seed shows the same: forbidden under the same readings for breaking the
// same clause, in the same way (workbench/shared/cause.h), with an ending of the same type; of an outcome, with the same values of
// what the program still observes. What it gives was seen in a process of its own. Where nothing can go, where the case does
// not show it again, and once `stop` is set before anything went, that is the case itself.
//
// Starts processes of the library, of which many may crash and some may hang: after a few that hung, or very many, it takes the
// smallest program so far. Throws what Runner::run throws where the system gives no process.
Shortest shortest(const Sought& sought, const std::atomic<bool>& stop);

} // namespace moot
