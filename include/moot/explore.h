// Every outcome of a case under a reading, and how each comes about.
#pragma once

#include <moot/machine.h>

#include <atomic>
#include <chrono>

namespace moot::v1 {

// Where an exploration goes no further. What it knows by then is returned.
struct Limits {
  std::uint64_t states = 2'000'000;
  std::size_t depth = 1'000;               // calls and callbacks that nest, or objects
  std::size_t callbacks = 2'000;           // of one statement, in a program that counts
  std::chrono::milliseconds time{0};       // 0: no limit
  const std::atomic<bool>* stop = nullptr; // if it becomes true, the exploration ends soon; it must outlive the call
  bool witnesses = true;                   // false: witnesses stay empty, which saves time if there are many outcomes
};

// What the program may see in the end.
struct Outcome {
  Observed observed;
  bool unspecified = false;   // it comes about under some answers to the open questions only
  std::vector<Answers> under; // these; one empty set of answers: under all
  std::vector<Event> witness; // one of the shortest runs that end so
};

// Another way to end.
struct Fault {
  std::string clause;         // the clause that the program breaks; "" if it never ends or aborts
  std::vector<Answers> under; // as of an outcome
  std::vector<Event> witness; // a short run up to there
};

// Why not all was explored.
struct CutOff {
  enum class By { states, depth, callbacks, time, stop, not_modelled };
  By by = By::states;
  std::string words; // "cut off after 3000 states", "not modelled: ..."
};

struct Exploration {
  std::vector<Outcome> outcomes; // sorted by what is observed, each once
  std::vector<Fault> erroneous;  // the program breaks a clause: one for each clause
  std::optional<Fault> endless;  // the program may never end: it waits, goes round, or grows without bound
  std::optional<Fault> aborts;   // an error goes to MPI_ERRORS_ARE_FATAL
  // Not all was explored. What is there comes about; but there may be more, and what is unspecified may come about under all answers.
  std::optional<CutOff> cut_off;
  std::uint64_t states = 0;      // in which there is a choice
  std::uint64_t transitions = 0; // between them
};

// Blocks until it is done, on the calling thread alone; memory grows with the states (tens of bytes each). Throws nothing but
// std::bad_alloc: where it goes no further, the result says so.
Exploration explore(const Program& program, const Reading& reading, const Limits& limits = {});

} // namespace moot::v1
