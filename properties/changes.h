// One-event changes of a trace: of what MPI chose, never of what the program did.
#pragma once

#include "model/vocabulary/event.h"

#include <string>
#include <vector>

namespace moot::properties {

using Events = std::vector<Event>;

// A line for each, as in a trace.
std::string text_of(const Events& events);

// Each is the trace with one other argument of a callback, with a callback left out (and the calls in it), done twice, or
// swapped with its neighbour, with another result of a get, or with an error. Some may be equal to runs of the program.
std::vector<Events> one_event_changes(const Events& events);

} // namespace moot::properties
