// A shortest program that still shows something: what a library does, or what fails a property.
#pragma once

#include "model/vocabulary/program.h"

#include <functional>
#include <vector>

namespace moot {

// Programs that are a little smaller or simpler, those that promise most first: without half of its statements, without
// one, without a callback; without what it observes; with another object in the place of one that it makes; in C; with a
// plainer procedure, number or expression; with an attribute that it names in the place of a file, which hides one. All are
// well formed, none is there twice, and repeated shrinking ends.
std::vector<Program> smaller(const Program& program);

using Test = std::function<bool(const Program&)>;
using Stop = std::function<bool()>;

// For who takes any program: `legal` (legal.h asks the machine).
inline bool any_program(const Program&) { return true; }

// Goes from program to smaller program as long as one of them is `legal` and `shows` it: no single change of `smaller` would
// keep both. `legal` is asked first, so that what `shows` may run nothing else. Once `stop` says so, the smallest so far.
Program shrink(Program program, const Test& shows, const Test& legal, const Stop& stop);

// The same with two tests: the quick one leads to a small program, and from there (or where the sure one says that it does not
// show it, from the beginning) the sure one to the smallest.
Program shrink(const Program& program, const Test& quick, const Test& sure, const Test& legal, const Stop& stop);

} // namespace moot
