// Which cases change their outcomes if questions are answered.
#pragma once

#include "spec/language/case_parser.h"
#include "workbench/shared/budget.h"
#include "workbench/shared/chosen_law.h"
#include "workbench/shared/json.h"

#include <functional>
#include <string>
#include <vector>

namespace moot {

struct CompareRequest {
  std::vector<std::string> inputs; // cases and folders
  // One reading, and the answers in question. No reading: the first of ticket304 and mpi-3.1 that is about the one case, or else
  // about the questions. Of several cases, those are compared that the reading is about.
  ChosenLaw law;
  CaseLimits limits;
  unsigned jobs = 0; // threads; 0: as many as there are cores
};

// A case under the reading, and under the reading with the answers.
struct Compared {
  std::string file;
  Program program;
  Reading reading_before, reading_after;
  Exploration before, after;
  std::vector<Expected> goes, comes; // results that only one of them has
  std::vector<std::string> cut_off;  // why it is not known whether it changes

  bool changed() const { return cut_off.empty() && (!goes.empty() || !comes.empty()); }
};

// What became of all cases.
struct Changes {
  std::string against;      // the reading's name
  std::size_t cases = 0;    // were to be compared
  std::size_t done = 0;     // before the stop
  std::size_t compared = 0; // of those; the others failed
  std::size_t changed = 0;
  std::size_t cut_off = 0;          // it is not known whether they change
  bool stopped = false;             // by the user
  std::vector<std::string> remarks; // on what was asked for and changes nothing
};

// Told in the calling thread, in the order of the paths.
struct CompareNews {
  std::function<void(const Compared&)> compared;
  std::function<void(const std::string&)> failed; // the message on a case that can't be compared
};

// Compares the cases on several threads, until `stop` is set. Standard error tells how far it is. Throws UsageError and
// ReadingError: an input is a folder without cases, a reading or an answer that does not exist.
Changes compare_cases(const CompareRequest& request, const std::atomic<bool>& stop, const CompareNews& news);

std::string to_text(const Compared& compared); // what goes and what comes
std::string to_text(const Changes& changes);   // "3 of 133 cases change"
Json to_json(const Compared& compared);
// All of it; `cases`: to_json of each.
Json to_json(const CompareRequest& request, const Changes& changes, Json cases);

} // namespace moot
