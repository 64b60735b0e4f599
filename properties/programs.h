// Random programs of Ticket 304 for RapidCheck, from its random numbers. They shrink as any program does (programs/shrink/shrink.h).
#pragma once

#include "programs/ticket304/random_program.h"

#include <iosfwd>
#include <rapidcheck.h>

namespace moot::properties {

rc::Gen<Program> programs(const Taste& taste = {});

} // namespace moot::properties

namespace moot {
void showValue(const Program& program, std::ostream& out); // for RapidCheck: as a case
} // namespace moot
