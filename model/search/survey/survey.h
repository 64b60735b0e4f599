// Every program of a scope: explores all that the most general client may do, and checks in every state and at every step what
// must hold whatever the program (model/law/invariants.h).
#pragma once

#include "model/law/invariants.h"
#include "model/search/ending.h"
#include "model/search/survey/client.h"
#include "model/vocabulary/event.h"

#include <functional>
#include <optional>

namespace moot {

struct SurveyProgress {
  std::uint64_t states = 0;      // found
  std::uint64_t transitions = 0; // made
  std::uint64_t calls = 0;       // made on a shortest way to the level in hand
  std::uint64_t expanded = 0;    // states between two calls that have been expanded
  std::uint64_t frontier = 0;    // states of the level in hand, between two calls, that wait to be expanded
  std::uint64_t level = 0;       // all states of it, between two calls
  std::uint64_t last_level = 0;  // of the level before
  double seconds = 0;
};

struct SurveyOptions {
  bool symmetry = true;                                // states are the same up to renaming of handles, keys and values
  std::optional<unsigned> calls_at_most;               // programs with so many calls (those of callbacks not counted)
  unsigned jobs = 1;                                   // threads
  EndWhen end;                                         // it ends with what was found
  std::function<void(const SurveyProgress&)> progress; // called some times a second, on the calling thread
  std::optional<Invariant> (*broken)(const State&) =
      moot::broken; // what is asked of every state; tests ask other things
};

struct Violation {
  Invariant invariant = Invariant::references_add_up;
  std::vector<Event> trace; // a shortest one that shows it, as events; empty: the survey was ended before one was found
};

struct SurveyReport {
  Ending ending = Ending::complete;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t erroneous = 0; // transitions by which the program breaks a clause; they lead nowhere
  std::uint64_t depth = 0;     // calls that the state needs that is farthest from the start
  double seconds = 0;
  std::vector<Violation> violations; // one an invariant, the nearest
};

// The result does not depend on `jobs`. (Unless it is ended early.) Throws NotModelled where the scope does what no rule
// covers yet.
SurveyReport survey(const Client& client, const SurveyOptions& options);

} // namespace moot
