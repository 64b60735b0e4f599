// What the law says of the numbers that MPI attaches itself (mpi.predefined.*): which they may be. Pure functions.
#pragma once

#include "model/program.h"

#include <cstdint>
#include <optional>

namespace moot {

// The least and the greatest; every number between them is allowed.
struct Bounds {
  std::int64_t least = 0;
  std::int64_t greatest = 0;
  bool has(std::int64_t number) const { return least <= number && number <= greatest; }
};

// Of a predefined key's or keyval's value, as long as the process runs. None: it differs from window to window.
std::optional<Bounds> bounds_of(Constant key);

} // namespace moot
