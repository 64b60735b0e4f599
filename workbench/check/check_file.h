// Is the trace in a file allowed?
#pragma once

#include "traces/check/check.h"
#include "traces/judge/lifetimes.h"
#include "workbench/shared/chosen_law.h"
#include "workbench/shared/json.h"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace moot {

struct CheckRequest {
  std::string trace; // a file or a pipe
  // One reading. None: ticket304; for a run on a library as it is, mpi-3.1.
  ChosenLaw law;
  bool tells_progress = false; // on standard error: after two seconds, how far it is
};

struct Checked {
  std::string reading;
  CheckReport report;
  std::uint64_t events = 0;
  bool died = false;                // a library as it is, in the end
  bool recorded = false;            // of a real program:
  std::vector<NeverFreed> leaks;    //   what it has never freed
  std::string not_judged;           // why nothing was judged from some event on; empty: all was
  bool stopped = false;             // by the user, after these events
  std::vector<std::string> remarks; // on what was asked for and changes nothing
};

// Event by event: the trace may be longer than what memory holds. Once `stop` is set (null: nobody does), it ends with what was
// read. Throws TraceError, UsageError and ReadingError: a file that can't be read or is no trace, a reading or an answer that
// does not exist.
Checked check_file(const CheckRequest& request, const std::atomic<bool>* stop);

// What a process took from its start.
struct Effort {
  double seconds = 0; // of processor time
  std::uint64_t peak_bytes = 0;
};
Effort effort(); // of this one

// `effort`: nothing is told of it, nor of the largest set, if it is not there.
std::string to_text(const Checked& checked, const std::string& spec, const std::optional<Effort>& effort = {});
Json to_json(const Checked& checked, const std::optional<Effort>& effort = {});

} // namespace moot
