// What MPI chooses in a run: a list of numbers. The first ones are given, the others are 0; every list, one after the other.
#pragma once

#include <cstddef>
#include <vector>

namespace moot::properties::naive {

class Choices {
public:
  // A number below `ways`.
  std::size_t choose(std::size_t ways) {
    if (next_ == made_.size()) made_.push_back({0, ways});
    return made_[next_++].taken;
  }

  // Begins the next list, in the order of a depth-first search. False: there was none.
  bool advance() {
    made_.resize(next_);
    next_ = 0;
    while (!made_.empty() && made_.back().taken + 1 == made_.back().ways) made_.pop_back();
    if (made_.empty()) return false;
    ++made_.back().taken;
    return true;
  }

private:
  struct Made {
    std::size_t taken;
    std::size_t ways;
  };
  std::vector<Made> made_;
  std::size_t next_ = 0;
};

} // namespace moot::properties::naive
