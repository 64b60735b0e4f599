// Variables of a case that are read while nothing can have written them.
#pragma once

#include "model/vocabulary/program.h"

#include <string>
#include <vector>

namespace moot {

struct UnwrittenRead {
  SourcePosition position; // of the first statement of main that reads it
  std::string variable;
  std::string effect; // "it counts as 0"
};

// In the order of the statements, one for each variable: what no statement before writes, and no callback. (What a callback writes
// may be there or not: that is what cases are about.) `n := n + 1` counts from 0 on purpose, and is none.
std::vector<UnwrittenRead> unwritten_reads(const Program& program);

} // namespace moot
