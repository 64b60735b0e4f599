// The one verdict on what a library did: where it is not what a law allows, one run that shows it, the clause that it breaks,
// and what was allowed instead. The line of a case, reports, baselines and the exit code all rest on this.
#pragma once

#include "workbench/settle/settle.h"

#include <memory>
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
  // Not empty: every event of it is allowed, but no run that is ends with what the program saw: "in_c = 5". `outcomes` are
  // those that are allowed.
  std::string decided;
  std::vector<std::string> outcomes;
  std::string described_by; // the description of this version of the library, if it allows the whole run; else ""
  bool in_baseline = false; // of --expect

  // Nobody knew of it: only this fails.
  bool is_new() const { return described_by.empty() && !in_baseline; }
};

// May it be an address, and so another number in every run?
bool is_large(const Seen& seen);

// What a library showed, as to_text has it, without what may be another text in every run.
std::string ended(const Settled& settled, const Shown& shown);

// The library that a reading describes: "mpich" of "mpich-4.0.2". "": it is a law.
std::string library_described(const std::string& reading);

// Does a reading say what a library must do? If the user named it, it does. Otherwise laws do: a description of a library
// ("mpich-4.0.2") says what is known of that version, and no more; and a law that leaves no question open does not speak of the
// layer, which draws its answers from the seed (unless it was named alone: the layer then takes its answers).
bool governs(const Reading& reading, const LibraryInfo& library, ReadingsFrom from);
std::vector<std::size_t> governing(const Settled& settled, const LibraryInfo& library); // of its readings

// The same deviation: of one case, that is, in one run or another.
bool same(const Disagreement& a, const Disagreement& b);

// By library, each once, and of each run first what is forbidden whatever the answers.
std::vector<Disagreement> disagreements(const Settled& settled);

// The verdict on one run: the worst of the readings that govern.
Verdict verdict_on(const Settled& settled, const Trials& trials, const Shown& shown);

// The verdict on all runs of a case on a library, with its disagreements among `found`.
struct LibraryVerdict {
  Verdict verdict = Verdict::allowed; // forbidden: there is a disagreement, and only then
  bool is_new = false;                // some disagreement is
  bool whatever = false;              // forbidden whatever the answers
  std::vector<std::string> readings;  // that forbid it
};
LibraryVerdict verdict_on(const Settled& settled, const Trials& trials, const std::vector<Disagreement>& found);

// "allowed", "forbidden under mpi-3.1, mpi-4.1; known"; in colour.
std::string to_text(const LibraryVerdict& verdict);
// "new", "known: mpich-4.0.2 describes it", "known: it is in the baseline".
std::string standing(const Disagreement& disagreement);
// The reading under which `moot check` is to judge the run; "": any.
std::string reading_of(const Settled& settled, const Disagreement& disagreement);

} // namespace moot
