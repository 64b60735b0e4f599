#include "programs/shrink/shrink.h"

namespace moot {

Program shrink(Program program, const Test& shows, const Test& legal, const Stop& stop) {
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    for (auto& candidate : smaller(program)) {
      if (stop()) return program;
      if (!legal(candidate) || !shows(candidate)) continue;
      candidate.title = program.title;
      program = std::move(candidate);
      shrunk = true;
      break;
    }
  }
  return program;
}

Program shrink(const Program& program, const Test& quick, const Test& sure, const Test& legal, const Stop& stop) {
  const auto small = shrink(program, quick, legal, stop);
  return shrink(sure(small) ? small : program, sure, legal, stop);
}

} // namespace moot
