// Which areas of the law a trace is about.
#include "traces/check.h"

namespace moot {

Areas areas_of(const Trace& trace) {
  Areas areas;
  for (const auto& event : trace.events)
    if (event.type == Event::Type::call) areas.add(event.procedure, event.language);
  return areas;
}

// (A run on the model may be of either; a reading that is about both can't tell.)
Areas areas_expected(const TraceHeader& header, const Reading& reading) {
  const bool only_attributes = reading.about.attributes && !reading.about.ticket304;
  Areas areas;
  areas.attributes = header.through == "native" || (header.through == "model" && only_attributes);
  return areas;
}

} // namespace moot
