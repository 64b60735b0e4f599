// In what a library deviates, in words that do not depend on the program's names and values.
#pragma once

#include "traces/check/check.h"

#include <string>
#include <string_view>

namespace moot {

// Of what is forbidden in this trace: the event's type, the procedures and callbacks that it happened in, and what of it differs
// from what was allowed; of an ending: the procedures that it came in. At the end " (called in Fortran)", if the call was.
std::string cause(const Trace& trace, const Finding& finding);

// Without the language of the call. What a program does in Fortran it may do in C as well, as the library's Fortran procedures call
// those in C: then it is the same.
std::string_view whatever_language(std::string_view cause);

} // namespace moot
