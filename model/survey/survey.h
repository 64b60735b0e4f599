// Every program of a scope: explores all that the most general client may do, and checks in every state and at every step what
// must hold whatever the program (model/invariants.h).
#pragma once

#include "model/event.h"
#include "model/invariants.h"
#include "model/survey/client.h"

#include <atomic>
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
  bool symmetry = true;                  // states are the same up to renaming of handles, keys and values
  std::optional<unsigned> calls_at_most; // programs with so many calls (those of callbacks not counted)
  unsigned jobs = 1;                     // threads
  std::uint64_t memory = 0; // bytes of the process: beyond that the survey ends with what was found; 0: no limit
  // Called about once a second, on the calling thread.
  std::function<void(const SurveyProgress&)> progress;
  const std::atomic<bool>* stop = nullptr; // set by others: ends the survey with what was found
  std::optional<Invariant> (*broken)(const State&) =
      moot::broken; // what is asked of every state; tests ask other things
};

struct Violation {
  Invariant invariant = Invariant::references_add_up;
  std::vector<Event> trace; // a shortest one that shows it, as events
};

struct SurveyReport {
  enum class Ending : std::uint8_t { complete, stopped, out_of_memory };
  Ending ending = Ending::complete;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t erroneous = 0; // transitions by which the program breaks a clause; they lead nowhere
  std::uint64_t depth = 0;     // calls that the state needs that is farthest from the start
  double seconds = 0;
  std::uint64_t peak_memory = 0;     // bytes of the process, at most
  std::vector<Violation> violations; // one an invariant, the nearest
};

// The result does not depend on `jobs`. (Unless it is ended early.) Throws NotModelled where the scope does what no rule
// covers yet.
SurveyReport survey(const Client& client, const SurveyOptions& options);

} // namespace moot
