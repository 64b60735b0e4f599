// The shortest history that one reading allows and another doesn't.
#pragma once

#include "model/search/distinguish/family.h"
#include "model/search/distinguish/history.h"
#include "model/search/ending.h"

#include <functional>
#include <optional>

namespace moot {

// How many statements, beside calls, a program that follows the history needs in its callbacks to tell the readings apart. None:
// it can't, or not with fewer than `below`. Called by several threads at once.
using Weigh = std::function<std::optional<unsigned>(const History&, unsigned below)>;

struct SearchResult {
  Ending ending = Ending::complete;
  std::optional<History>
      history; // of the fewest calls, and of those the lightest; it ends with what tells the readings apart
  unsigned calls =
      0; // how many: of the history; none found: all with up to so many were tried; ended early: all with fewer
  unsigned weight = 0;         // of the history
  bool all = true;             // programs with as many calls were looked at; or the history needs no statement at all
  std::uint64_t positions = 0; // gone on with
};

struct SearchProgress {
  unsigned calls = 0;          // of the programs that are looked at
  std::uint64_t positions = 0; // as in the result
  bool found = false;          // one with as many calls: a lighter one is looked for
};

struct SearchOptions {
  unsigned calls_at_most = 8;
  unsigned jobs = 1;                // threads
  std::uint64_t patience = 500'000; // so many positions more, once one was found, in search of a lighter one
  bool merge = true;                // positions that are alike are gone on with once; tests go on with all
  Weigh weigh;                      // not given: the first history will do
  std::function<void(const SearchProgress&)> progress; // now and then, on the calling thread
  EndWhen end;
};

// Tries all histories of programs with up to so many calls, those of callbacks counted once for each key's function, in the
// order of their number of calls, and of as many calls all. A key's functions are its own (a tool's, too), and do the same whenever they
// are called. The result does not depend on `jobs`. (Unless it is ended early: then a history is still one that tells.)
SearchResult search_histories(const Family& family, const Reading& a, const Reading& b, const SearchOptions& options);

} // namespace moot
