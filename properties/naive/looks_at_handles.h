// Can a program tell whether a handle is used again (docs/readings.md, "What is not open (Ticket 304)")?
#pragma once

#include "model/vocabulary/program.h"

namespace moot::properties::naive {

bool looks_at_handles(const Program& program);

} // namespace moot::properties::naive
