// What the program and MPI did in one run, one thing after the other.
#pragma once

#include "model/search/distinguish/action.h"

namespace moot {

struct Happening {
  enum class Type : std::uint8_t { call, callback, end, return_ };
  Type type = Type::call;
  Action action;              // call; return: its procedure
  std::int32_t function = -1; // callback, end: which (function_of)
  bool copies = false;        // end of a copy callback: flag true and the same value
};
using History = std::vector<Happening>;

} // namespace moot
