// An exploration as a list of results.
#pragma once

#include "model/search/explore.h"

#include <vector>

namespace moot {

// What it found, as an `expect` line lists it.
std::vector<Expected> results(const Exploration& exploration);

} // namespace moot
