// A shortest program that still shows a deviation.
#pragma once

#include "model/program.h"

#include <functional>
#include <vector>

namespace moot::campaign {

// Programs that are a little smaller or simpler, those that promise most first: without half of its statements, without
// one, without a callback; with another object in the place of one that it makes; in C; with a plainer procedure or number.
// All are well formed, and repeated shrinking ends.
std::vector<Program> smaller(const Program& program);

// Goes from program to smaller program as long as one of them `shows` it: no single change of `smaller` would keep it. Once
// `stop` says so, the smallest so far.
Program shrink(Program program, const std::function<bool(const Program&)>& shows, const std::function<bool()>& stop);

} // namespace moot::campaign
