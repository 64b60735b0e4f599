// Every small program of today's attributes, by size: the number of its calls, those in callbacks counted.
#pragma once

#include "programs/attributes/plan.h"

#include <memory>
#include <vector>

namespace moot::campaign {

// The steps that a small program may take where this is what it did so far, each once.
std::vector<Step> next_steps(const Plan& plan);

// Is it a program of its own? One in which something is made and never used, or that ends by setting an attribute that
// nothing looks at, says no more than a smaller one; where two steps that make things do not need each other, one order is
// enough.
bool is_of_use(const Plan& plan);

// All of up to so many calls, the shorter ones first, no two the same up to the names of variables and callbacks. Plans of
// one size come in the order of their steps.
std::vector<Plan> small_plans(std::size_t calls_at_most);

} // namespace moot::campaign
