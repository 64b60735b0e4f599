// The shortest history that one reading allows and another doesn't.
#pragma once

#include "model/distinguish/action.h"

#include <atomic>
#include <functional>
#include <optional>

namespace moot {

// One thing after the other, as it happened in a run.
struct Happening {
  enum class Type : std::uint8_t { call, callback, end, return_ };
  Type type = Type::call;
  Action action;              // call; return: its procedure
  std::int32_t function = -1; // callback, end: which (function_of)
  bool copies = false;        // end of a copy callback: flag true and the same value
  bool ends_in_fault = false; // the last one: by it the program breaks a rule, under one of the readings
};
using History = std::vector<Happening>;

struct SearchOptions {
  unsigned calls_at_most = 8;
  std::size_t histories = 64;                 // of the fewest calls: more are not looked for
  std::uint64_t patience = 50'000;            // positions with as many calls that are looked at once one was found
  bool merge = true;                          // positions that are alike are looked at once; tests look at all
  std::function<bool(const History&)> accept; // does a program that follows this history tell? none: they all do
  std::function<void(unsigned calls, std::uint64_t positions)> progress; // now and then
  const std::atomic<bool>* stop = nullptr;
};

struct SearchResult {
  std::vector<History>
      histories;               // all with the same, fewest calls: each ends with what only one of the readings allows
  unsigned calls = 0;          // how many: of a history; none found: all with up to so many were tried
  std::uint64_t positions = 0; // looked at
  bool stopped = false;
};

// Tries all histories of programs with up to so many calls, those of callbacks counted once for each key's function, in the
// order of their number of calls. A key's functions are its own, and do the same whenever they are called.
SearchResult search_histories(const Reading& a, const Reading& b, const SearchOptions& options);

} // namespace moot
