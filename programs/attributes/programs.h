// The programs of a campaign, by number: first every small one, by size, then random ones.
#pragma once

#include "programs/attributes/plan.h"

namespace moot::campaign {

// A program depends on the seed, the number, the size up to which small ones are enumerated and where it is to run, and on nothing else.
class Programs {
public:
  Programs(std::uint64_t seed, std::size_t calls_at_most, const Where& where = {});
  // The size for a campaign of so many programs: up to half of them are small ones.
  static std::size_t fitting_size(std::uint64_t count);

  std::uint64_t small() const { return plans_.size(); } // how many small ones there are
  Program operator[](std::uint64_t number) const;       // well formed

private:
  Program plain(std::uint64_t number) const; // without tools

  std::uint64_t seed_;
  Where where_;
  std::vector<Plan> plans_;
};

// A random one: it goes beyond the small ones with several kinds of object and languages, callbacks with calls, values that do not
// fit into 32 bits, pending operations, MPI_Finalize; and of two processes, with intercommunicators. A function of these, on every
// machine. (random_programs.cpp)
Plan random_plan(std::uint64_t seed, std::uint64_t number, const Where& where = {});

} // namespace moot::campaign
