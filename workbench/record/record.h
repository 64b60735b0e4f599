// Runs a command in which every process records what it does with MPI.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace moot {

struct RecordRequest {
  std::vector<std::string> command;
  std::string folder;            // for the traces
  std::string library;           // "openmpi", "mpich"; "": the one that the command belongs to
  std::string recorders;         // the folder with the recorders
  std::vector<std::string> only; // kinds that are recorded; none: all
  std::vector<std::string> without;
  bool all = false;                                  // also datatypes and requests that have nothing to do with values
  std::uint64_t most_bytes = std::uint64_t{4} << 30; // of each trace
};

struct Recorded {
  int exit_code = 0; // the command's; 128 and the number of the signal that it died of
  std::vector<std::string> traces;
  std::uint64_t bytes = 0;
  std::string why_not; // nothing could be recorded: traces can't be written there
};

// The command has this process's input and output. Throws UsageError, before anything has run: there is no such command, it can't be recorded, it
// is another library's, or the folder can't be used; after it: no process has called MPI.
Recorded record(const RecordRequest& request);

} // namespace moot
