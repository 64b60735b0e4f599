// What a TraceReader reads from: one of the two encodings of a trace.
#pragma once

#include "traces/format/trace.h"

namespace moot {

class EventSource {
public:
  virtual ~EventSource() = default;
  virtual const TraceHeader& header() const = 0;
  virtual bool next(Event& event) = 0; // false: there is none
  virtual const std::optional<TraceEnding>& ending() const = 0;
};

} // namespace moot
