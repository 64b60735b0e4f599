// A shortest program that still shows a deviation.
#pragma once

#include "model/vocabulary/program.h"

#include <functional>
#include <vector>

namespace moot {

// Programs that are a little smaller or simpler, those that promise most first: without half of its statements, without
// one, without a callback; without what it observes; with another object in the place of one that it makes; in C; with a
// plainer procedure or number; with an attribute that it names in the place of a file, which hides one. All are well formed, and
// repeated shrinking ends.
std::vector<Program> smaller(const Program& program);

using Test = std::function<bool(const Program&)>;

// Goes from program to smaller program as long as one of them `shows` it: no single change of `smaller` would keep it. Once
// `stop` says so, the smallest so far.
Program shrink(Program program, const Test& shows, const std::function<bool()>& stop);

// The same with two tests: the quick one leads to a small program, and from there (or where the sure one says that it does not
// show it, from the beginning) the sure one to the smallest.
Program shrink(const Program& program, const Test& quick, const Test& sure, const std::function<bool()>& stop);

} // namespace moot
