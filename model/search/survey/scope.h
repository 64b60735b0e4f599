// A scope: what the most general client of a survey may do. Files of scopes are loaded by spec/language/law/scope_file.h.
#pragma once

#include "model/vocabulary/procedure.h"

#include <string>
#include <vector>

namespace moot {

struct Scope {
  std::string name;
  std::string title;

  // What the client has room for: it holds a handle or a key in each slot, or nothing. Objects keep their slot until they
  // are gone: a freed key that still lives keeps its own.
  unsigned handles = 3;
  unsigned keys = 3;
  unsigned values = 2;              // attribute values: 1, 2, ...
  Kind kind = Kind::communicator;   // of the handles
  unsigned handles_at_start = 3;    // live
  unsigned keys_at_start = 0;       // live, with empty functions
  bool all_handles_at_start = true; // however many there are

  std::vector<Procedure> calls;         // that it may make, with every choice of arguments
  std::vector<Procedure> returns_apart; // calls whose return is a step of its own even if they owed nothing
  bool values_on_handles = true;        // get, set and clear: on handles,
  bool values_on_keys = false;          //   on keys
  bool frees_last_handle = false;       // may it?
  bool clears_nothing = false;          // may it clear where nothing is set?
  bool dups_may_fail = false;           // may a dup fail, wherever the law lets it?
  bool copy_skips = true;               // copy callbacks: flag false,
  bool copy_copies = true;              //   or flag true with the same value
  unsigned calls_in_callback = 0;       // 0: callbacks are empty, and begin and end in one step
  unsigned callbacks_that_call = 1;     // so many, nested in one another, may make calls; the inner ones are empty
};

} // namespace moot
