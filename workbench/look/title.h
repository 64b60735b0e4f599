// What a trace is called where several are shown.
#pragma once

#include "traces/format/trace.h"

#include <fmt/format.h>

namespace moot {

inline std::string title_of(const TraceHeader& header) {
  auto text = show(header);
  text.pop_back(); // the end of the line
  return header.size == 1 ? text : fmt::format("rank {}: {}", header.rank, text);
}

} // namespace moot
