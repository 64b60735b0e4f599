// Which areas of the law a trace is about.
#include "traces/check/areas.h"

#include <algorithm>

namespace moot {

void add_areas(Areas& areas, const Event& call) {
  areas.add(call.procedure);
  areas.ways = areas.ways || std::ranges::any_of(call.fields, [](const Field& field) {
                 if (!field.value.word.starts_with("MPI")) return false; // (most words name objects)
                 const auto constant = constant_named(field.value.word);
                 return constant && is_attached_by_mpi(*constant);
               });
}

Areas areas_of(const Trace& trace) {
  Areas areas;
  areas.process = {trace.header.rank, trace.header.size};
  areas.tools = !trace.header.tools.empty();
  for (const auto& event : trace.events)
    if (event.type == Event::Type::call) add_areas(areas, event);
  return areas;
}

// (A run on the model may be of either; a reading that is about both can't tell.)
Areas areas_expected(const TraceHeader& header, const Reading& reading) {
  const bool only_attributes = reading.about.attributes && !reading.about.ticket304;
  Areas areas;
  areas.process = {header.rank, header.size};
  areas.tools = !header.tools.empty();
  areas.contents = true; // a later event may ask
  areas.attributes =
      header.through == "native" || header.through == "recorded" || (header.through == "model" && only_attributes);
  return areas;
}

} // namespace moot
