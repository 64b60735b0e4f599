// A naive twin of explore(): every sequence of choices from the start, one run after the other. No state is stored, none is
// compared with another, nothing is cut short: what it finds is what the machine does.
#pragma once

#include "model/law/machine.h"
#include "model/search/answers.h"

#include <functional>
#include <map>
#include <vector>

namespace moot::properties {

struct NaiveLimits {
  std::uint64_t steps = 200'000; // of all runs together
  std::size_t run = 500;         // steps of one run
  std::size_t depth = 60;        // frames
};

// Calls `ended` at the end of every run from `start`: its last state, and the moves that led there. False: a limit was
// reached, and not every run was seen.
bool for_every_run(const Machine& machine, const State& start, const NaiveLimits& limits,
                   const std::function<void(const State&, const Moves&)>& ended);

struct NaiveExploration {
  bool complete = false;
  std::map<Observed, std::vector<AnswerSet>> outcomes; // and the answers of every run to it
  std::map<Clause, std::vector<AnswerSet>> erroneous;
  std::vector<AnswerSet> aborts; // an error went to MPI_ERRORS_ARE_FATAL
  std::vector<AnswerSet> stuck;  // runs that wait for ever
};

NaiveExploration explore_naively(const Machine& machine, const State& start, const NaiveLimits& limits = {});

// Is every way to answer all questions that agrees with `given` covered by one of the sets? By trying each.
bool covers_naively(const std::vector<AnswerSet>& sets, const AnswerSet& given = {});

} // namespace moot::properties
