// Writes a trace while it happens: one write(2) a line, so that a crash leaves everything up to its last event.
#pragma once

#include "traces/format/trace.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace moot::executor {

// The processes under one mpiexec. The trace of each goes to PREFIX.RANK.
struct Ranks {
  std::string prefix;
  int rank = 0;
  int size = 1;
};

class Recorder {
public:
  // `file_descriptor` stays open, and the caller's. If nobody reads it any more, the process ends.
  explicit Recorder(int file_descriptor, Ranks ranks = {})
      : file_descriptor_(file_descriptor), ranks_(std::move(ranks)) {}

  // One line of text; sequence numbers of events start anew.
  // The case has turned out to be one that can't be run: ends the process.
  [[noreturn]] void refuse(const std::string& why);
  void start(const std::string& line, std::uint64_t most_events = std::numeric_limits<std::uint64_t>::max());
  void event(const Event& event); // gives up instead if it is one too many
  // Returns when every rank has written its own: mpiexec ends them all where one of them leaves MPI unfinalized, or dies.
  void ending(const TraceEnding& ending);
  void end_of_answer(); // the empty line
  // The program does not end, and nobody needs to wait for it: this is its ending, and the process's.
  [[noreturn]] void give_up(const std::string& why);

private:
  void write_line(std::string line) const;
  void wait_for_other_ranks() const;

  int file_descriptor_;
  Ranks ranks_;
  std::uint64_t sequence_ = 0;
  std::uint64_t most_events_ = 0;
};

} // namespace moot::executor
