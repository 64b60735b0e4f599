// Settles cases: every outcome that each reading allows, and what each library does. It finds out (settle.cpp); settle_text.cpp
// tells people, settle_json.cpp programs.
#pragma once

#include "workbench/settle/expectations.h"
#include "workbench/settle/trials.h"
#include "workbench/shared/budget.h"
#include "workbench/shared/chosen_law.h"
#include "workbench/shared/json.h"

#include <functional>
#include <string>
#include <vector>

namespace moot {

struct Disagreement;

struct SettleRequest {
  std::vector<std::string> inputs; // cases and folders
  ChosenLaw law;                   // no readings: of all those in the spec folder that are about the case
  std::vector<LibraryInfo> libraries;
  std::string on;           // as the one library was named, for commands that run it again; "": by its id
  std::uint64_t seeds = 32; // runs on each library
  std::uint32_t np = 1;     // processes of each run
  CaseLimits limits;
  unsigned jobs = 0; // threads; 0: as many as there are cores
};

// Whoever names a reading takes it as what a library must do, even if it only describes one (disagreement.h).
enum class ReadingsFrom : std::uint8_t { spec_folder, user };

struct Settled {
  std::string file;
  Process process; // whose runs these are, of a case that looks at its rank; else of all processes
  Program program;
  ReadingsFrom readings_from = ReadingsFrom::spec_folder;
  std::vector<Reading> readings;
  std::vector<Exploration> explorations; // by reading
  std::vector<Trials> trials;            // by library
  std::vector<Missed> missed;            // expectations
  std::vector<std::string> remarks;      // on what is strange about the case
  std::vector<Missed> undecided;         // expectations of which nobody knows: the exploration was cut off

  // Not all is known: an exploration was cut off.
  bool is_cut_off() const;
  std::string process_words() const; // "", ", rank 1 of 2"
};

// What became of all cases.
struct Tally {
  std::size_t cases = 0;            // (of one that looks at its rank, each rank is one)
  std::size_t whole = 0;            // were settled before the stop
  bool failed = false;              // one can't be settled
  bool missed = false;              // an expectation
  bool cut_off = false;             // is_cut_off, of some case
  bool stopped = false;             // by the user, before all were done
  bool ran = false;                 // some case, on a library
  std::string not_run;              // the first case that a library can't run, and why; or ""
  std::vector<std::string> remarks; // on what was asked for and changes nothing; none if it was stopped
};

// Told in the calling thread, in the order of the paths.
struct SettleNews {
  std::function<void(const Settled&)> settled;
  std::function<void(const std::string&)> failed; // the message on a case that can't be settled
};

// Settles the cases on several threads, until `stop` is set: what is known of the case in hand is then told as well. Standard error
// tells how far it is. Throws UsageError and ReadingError: an input is a folder without cases, a reading or an answer that
// does not exist. Where a case is wrong, only that case fails.
Tally settle_cases(const SettleRequest& request, const std::atomic<bool>& stop, const SettleNews& news);

inline constexpr const char* endless_text = "may never end";
inline constexpr const char* aborts_text = "aborts";
std::string to_text(const Program& program, const Shown& shown); // "seen = 1", "crashes: signal 11 (SIGSEGV)"

// A case with its disagreements (disagreement.h), and what was asked.
struct Findings {
  const Settled& settled;
  const std::vector<Disagreement>& disagreements;
  const SettleRequest& request;
};
std::string to_text(const Findings& found);
std::string to_line(const Findings& found);    // for a folder of cases
std::string witnesses(const Settled& settled); // a trace for each outcome, of readings and libraries
Json to_json(const Findings& found);

} // namespace moot
