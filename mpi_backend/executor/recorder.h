// Writes a trace while it happens: one write(2) a line, so that a crash leaves everything up to its last event.
#pragma once

#include "traces/trace.h"

#include <cstdint>
#include <string>

namespace moot::executor {

class Recorder {
public:
  // `file_descriptor` stays open, and the caller's. If nobody reads it any more, the process ends.
  explicit Recorder(int file_descriptor) : file_descriptor_(file_descriptor) {}

  // One line of text; sequence numbers of events start anew.
  void start(const std::string& line);
  void event(const Event& event);
  void ending(const TraceEnding& ending);
  void end_of_answer(); // the empty line

private:
  void write_line(std::string line) const;

  int file_descriptor_;
  std::uint64_t sequence_ = 0;
};

} // namespace moot::executor
