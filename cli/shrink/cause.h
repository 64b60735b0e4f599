// In what a library deviates, in words that do not depend on the program's names and values.
#pragma once

#include "traces/check.h"

#include <string>

namespace moot {

// Of what is forbidden in this trace: the event's type, the procedures and callbacks that it happened in, and what of it differs
// from what was allowed; of an ending: the procedures that it came in.
std::string cause(const Trace& trace, const Finding& finding);

} // namespace moot
