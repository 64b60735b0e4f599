// moot settle, in two steps: find out (settle.cpp), then print for people (settle_text.cpp) or programs
// (settle_json.cpp); settle_verb.cpp does both, and what --report and --expect ask for.
#pragma once

#include "workbench/settle/expectations.h"
#include "workbench/settle/trials.h"
#include "workbench/shared/json.h"

#include <functional>
#include <string>
#include <vector>

namespace moot {

struct Disagreement;

struct Settled {
  std::string file;
  Process process; // whose runs these are, of a case that looks at its rank; else of all processes
  Program program;
  std::vector<Reading> readings;
  std::vector<Exploration> explorations; // by reading
  std::vector<Trials> trials;            // by library
  std::vector<Missed> missed;            // expectations
  std::vector<std::string> remarks;      // for standard error
  std::vector<Missed> undecided;         // expectations of which nobody knows: the exploration was cut off

  // Not all is known: an exploration was cut off.
  bool is_cut_off() const;
  std::string process_words() const; // "", ", rank 1 of 2"
};

// What became of all cases.
struct Tally {
  bool failed = false;  // one can't be settled
  bool missed = false;  // an expectation
  bool cut_off = false; // is_cut_off, of some case
  bool stopped = false; // by the user, before all were done
  bool ran = false;     // some case, on a library
  std::string not_run;  // the first case that a library can't run, and why; or ""
};

// Settles the cases that the options name, on several threads, and hands them over in the order of their paths. A case that
// can't be settled is said on standard error, and its message is handed to `failed`.
Tally settle_cases(const Options& options, const std::function<void(const Settled&)>& take,
                   const std::function<void(const std::string&)>& failed);

inline constexpr const char* endless_text = "may never end";
inline constexpr const char* aborts_text = "aborts";
std::string to_text(const Program& program, const Shown& shown); // "seen = 1", "crashes: signal 11 (SIGSEGV)"

// A case with its disagreements (disagreement.h), and what the command line asked for.
struct Findings {
  const Settled& settled;
  const std::vector<Disagreement>& disagreements;
  const Options& options;
  bool asked() const { return !options.readings.empty(); }
};
std::string to_text(const Findings& found, bool verbose);
std::string to_line(const Findings& found); // for a folder of cases
Json to_json(const Findings& found);

} // namespace moot
