// A history that tells two readings apart, as a case that anybody can run.
#pragma once

#include "model/search/distinguish/search.h"
#include "model/search/explore.h"

#include <optional>
#include <set>
#include <string>

namespace moot {

// What a case comes to under a reading.
struct Results {
  std::set<Observed> outcomes;
  bool erroneous = false; // some run breaks a rule
  bool endless = false;   // some run never ends
  bool aborts = false;    // MPI ends some run
  bool operator==(const Results&) const = default;
};
// None: it has too many states for a case that is meant to be small.
std::optional<Results> results(const Program& program, const Reading& reading);

struct DistinguishingCase {
  Program program; // without title and expectations
  unsigned calls = 0;
  unsigned callback_actions = 0; // statements of callbacks that are no calls
  Results under_a, under_b;      // they differ
};

// The program that does what the history's program does, and notes what tells the readings apart: with the fewest statements
// in callbacks, and no observed variable that could be left out. None: it can't be told, or not with fewer than `below` statements
// in callbacks, or the case has more states than a small one has.
std::optional<DistinguishingCase> distinguishing_case(const History& history, const Reading& a, const Reading& b,
                                                      unsigned below);

struct Distinguished {
  std::optional<DistinguishingCase> it;
  SearchResult search;
};
// The shortest program of all: with the fewest calls, and of those with the fewest other statements in callbacks. `options`: its
// `weigh` is set here.
Distinguished shortest_case(const Reading& a, const Reading& b, SearchOptions options);

} // namespace moot
