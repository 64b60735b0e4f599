// What a program counts, and whether that has a say in what it does next.
#pragma once

#include "model/vocabulary/program.h"

namespace moot {

// The program without its notes: assignments to variables that nothing but other notes and `observe` read ("n := n + 1", where no
// `if` and no call looks at n). It makes the same calls in the same ways.
Program without_notes(const Program& program);

// May a run count up, and end when it has counted enough? Where none can, one that nests beyond any use goes on for ever. (A run can
// where the program calculates, but for its notes; and where it has many branches: they might count in bits.)
bool may_count(const Program& program);

} // namespace moot
