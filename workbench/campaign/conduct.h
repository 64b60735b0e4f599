// A whole campaign: from what an earlier run left to the report.
#pragma once

#include "workbench/campaign/report.h"
#include "workbench/shared/chosen_law.h"

#include <atomic>
#include <functional>
#include <string>

namespace moot::campaign {

struct Request {
  Library library;
  ChosenLaw law; // one reading; none: mpi-3.1
  std::uint64_t programs = 100'000;
  std::uint64_t seed = 0;
  unsigned small_calls = 0; // the small programs make up to so many calls; 0: as many as fit into half of the programs
  bool tools = false;       // each program under a random stack of tools; the library is one with tools then
  unsigned jobs = 0;        // threads; 0: twice as many as there are cores
  std::string state;        // the file with what is known so far; "": one in the current folder
};

struct Conducted {
  Report report;
  std::string state;         // the file, which stays there
  std::uint64_t in_hand = 0; // programs that were judged, and are judged again if the campaign goes on
  bool stopped = false;      // by the user, before it was done
};

// Until `stop` is set. `say` is told from where it goes on, and which answers change nothing. Standard error tells how far it is. Throws
// UsageError where the state can't be read or written, is another campaign's, or has more programs, and ReadingError.
Conducted conduct(const Request& request, const std::atomic<bool>& stop,
                  const std::function<void(const std::string&)>& say);

} // namespace moot::campaign
