// Internal to the static checks of a case (case_check.cpp): what it observes, and what it expects.
#pragma once

#include "model/vocabulary/program.h"

namespace moot {

// Throws the first CaseFault. `program`: its variables have been looked at.
void check_outcomes(const Program& program);

} // namespace moot
