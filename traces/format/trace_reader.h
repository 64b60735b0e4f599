// Reads a trace event by event: for traces of any length. A trace that fits in memory: read_trace (trace.h).
#pragma once

#include "traces/format/bytes.h"
#include "traces/format/trace.h"

#include <memory>

namespace moot {

// Memory grows with the longest line and with what is open, not with the trace. All throw TraceError, once: the reader is
// done then.
class TraceReader {
public:
  // Reads the header. The bytes may be compressed with zstd; `file` only names them in errors.
  TraceReader(std::unique_ptr<Bytes> bytes, std::string file);
  // A file or a pipe; "-": standard input.
  explicit TraceReader(const std::string& path);
  ~TraceReader();
  TraceReader(const TraceReader&) = delete;
  TraceReader& operator=(const TraceReader&) = delete;

  const TraceHeader& header() const;
  // The next event, into one that may be used again and again. False: there is none.
  bool next(Event& event);
  // Of all that was read: complete when `next` has said false.
  const std::optional<TraceEnding>& ending() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace moot
