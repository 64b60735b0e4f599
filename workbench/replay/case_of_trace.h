// A recorded trace as a case: a program that makes the calls as they were recorded, and whose callbacks answer as they did.
//
// What the trace does not tell is left out or stands in: an object that came from where nobody saw is made by some call, and what may have
// kept a communicator or datatype is a message to the process itself. Addresses become small numbers.
#pragma once

#include "traces/format/trace.h"

#include <string>

namespace moot {

class TraceReader;

// The text of the case. Throws UsageError where the trace can't be one: it has several threads, or is none of a real program; and what reading it throws.
std::string case_of_trace(TraceReader& trace, const std::string& title);

} // namespace moot
