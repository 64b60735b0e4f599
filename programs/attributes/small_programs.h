// Every small program of today's attributes, by size: the number of its calls, those in callbacks counted.
#pragma once

#include "programs/attributes/use.h"

#include <vector>

namespace moot::campaign {

// One that is being made. A plain value.
class SmallProgram {
public:
  const Plan& plan() const { return draft_.plan(); }

  // Every step that may come next, each once.
  std::vector<Step> next_steps() const;
  bool take(const Step& step); // false, and nothing changes: it may not

  // Is it a program of its own? One in which something is made and never used, or that ends by setting an attribute that
  // nothing looks at, says no more than a smaller one; where two steps that make things do not need each other, one order is
  // enough.
  bool is_of_use() const;

  // At least so many more calls until it is.
  std::size_t calls_missing() const { return use_.calls_missing() + waits_missing(); }

private:
  friend class Enumeration;
  std::size_t waits_missing() const; // for each MPI_Comm_idup that is pending
  Draft draft_;
  Use use_;
};

// All of up to so many calls, the shorter ones first, no two the same up to the names of variables and callbacks. Plans of
// one size come in the order of their steps.
std::vector<Plan> small_plans(std::size_t calls_at_most);
// The same, if there are no more than so many. (To count them all takes longer.)
std::optional<std::vector<Plan>> small_plans(std::size_t calls_at_most, std::size_t most);

} // namespace moot::campaign
