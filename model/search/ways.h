// The shortest ways from the start of an exploration to all its states.
#pragma once

#include "model/search/explore.h"

#include <vector>

namespace moot {

class Ways {
public:
  explicit Ways(const StateGraph& graph);

  std::uint32_t distance_to(std::uint32_t state) const { return found_[state].distance; } // in edges
  // The moves of the way. `steps` and `most`: those of the exploration.
  Moves moves_to(const NextSteps& steps, std::uint32_t state, Size most) const;

private:
  struct Found {
    std::uint32_t from = 0;
    std::uint32_t move = 0;
    std::uint32_t distance = 0; // from the first state
  };
  class Discoveries;

  std::vector<Found> found_; // by state
};

} // namespace moot
