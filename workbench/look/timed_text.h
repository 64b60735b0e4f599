// `moot show --times`: each line with its time, and with what took how long.
#pragma once

#include "traces/format/trace.h"

namespace moot {

// As `show` (trace.h). Nothing is said of the time of events that have none.
void show_with_times(const std::vector<Event>& events, const std::function<bool(const std::string& line)>& take);

} // namespace moot
