// Where what a library did is not what a reading allows: one run that shows it, the clause that it breaks, and what was
// allowed instead.
#pragma once

#include "cli/settle.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace moot {

struct Disagreement {
  std::string library;               // "openmpi"
  std::string through;               // "layer", "native"
  std::string came_to;               // how the run ended: "seen = 1", "crashes: signal 11 (SIGSEGV)"
  std::string ended;                 // the same without what may be another text in every run
  bool shows_in_outcome = false;     // what came is no outcome: what `moot export` writes fails, too
  bool whatever = false;             // forbidden whatever the answers to all questions
  std::vector<std::string> readings; // that govern, and forbid the same event for breaking the same clause
  std::shared_ptr<const Trace> trace;
  Finding finding; // where the trace first is forbidden
  // Not empty: every event of it is allowed, but no run that is ends with what the program saw; these are the outcomes.
  std::vector<std::string> outcomes;
  std::optional<bool> known; // to a baseline, if there is one
};

// May it be an address, and so another number in every run?
bool is_large(const Seen& seen);

// What a library showed, as to_text has it, without what may be another text in every run.
std::string ended(const Settled& settled, const Shown& shown);

// Does a reading say what a library must do? `asked`: it was named on the command line. Otherwise a description of a library
// ("mpich-4.0.2") speaks of that one alone; and a reading that leaves no question open does not speak of the layer, which
// draws its answers from the seed.
bool governs(const Reading& reading, const LibraryInfo& library, bool asked);

// Under which of its readings a case is judged on a library, and what it comes to.
std::vector<std::size_t> governing(const Settled& settled, const LibraryInfo& library, bool asked);
Verdict judged(const Settled& settled, const Shown& shown, const std::vector<std::size_t>& readings);

// The same deviation: of one case, that is, in one run or another.
bool same(const Disagreement& a, const Disagreement& b);

// By library, each once, and of each run first what is forbidden whatever the answers.
std::vector<Disagreement> disagreements(const Settled& settled, bool asked);

} // namespace moot
