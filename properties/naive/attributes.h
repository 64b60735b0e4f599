// A naive evaluator of programs of today's attributes: a second rendering of docs/readings.md and docs/case-language.md, that
// knows nothing of the model but its plain data (programs, procedures, readings).
//
// Its worth is that it can disagree with the model. So it is written from those two pages alone, and must stay so: who mends
// it cites the page, never the model's rules. It is plain, not fast: each run is played from its start, once for every list
// of choices that MPI can make.
//
// Not covered, each said by NotCovered:
//   what is about Ticket 304's keys, and readings with an open question that the program comes to;
//   delete callbacks on a thread of the library (deferred-destroy-where = any-thread), where some are put off;
//   an object that goes in a delete callback where cascade-order = after-phase;
//   calculations with addresses and with what the library attached; a handle as an attribute's value; calls that `may fail`;
//   programs with very many runs.
#pragma once

#include "model/vocabulary/program.h"
#include "model/vocabulary/reading.h"

#include <set>
#include <stdexcept>

namespace moot::properties::naive {

struct Outcomes {
  std::set<Observed> observed;   // of the runs that end without a fault
  bool erroneous = false;        // some run is
  bool endless = false;          // some run waits for ever, or grows without bound
  std::set<std::string> came_to; // what some run came to that a comparison may want to leave out; see Run::came_to
};

class NotCovered : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Every outcome that the reading allows. Throws NotCovered.
Outcomes attribute_outcomes(const Program& program, const Reading& reading, std::size_t most_runs = 20'000);

} // namespace moot::properties::naive
