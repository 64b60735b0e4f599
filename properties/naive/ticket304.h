// A naive evaluator of Ticket 304: all outcomes that the law allows a program.
//
// It is a second rendering of docs/readings.md and docs/case-language.md, to be compared with the model's. It is written from
// these pages alone, and must stay so: whoever changes it reads the page, not model/*.cpp or model/rules/. Where the two
// differ, the page decides. It is a recursive interpreter that runs the program again for each sequence of MPI's choices.
// It does not share, store or compare states.
//
// It does not cover: open answers, today's attributes and their calls, values on requests and the kinds of object that came after them (files,
// groups, operations, error handlers, sessions), MPI_Comm_idup, callbacks of values at MPI_Finalize, callbacks on other threads, `lock`,
// arithmetic with handles, integers that MPIX_Key_c2f did not give.
//
// Where the pages say nothing, or two sentences disagree, it does as the model does:
// - A send without a posted receive is erroneous, and so is MPI_Finalize before all operations are completed. MPI_Test may say 0
//   of an operation that can complete. MPIX_Key_c2f takes the null handle.
// - A value whose key has a null free (destroy) function has had its turn when the phase begins.
// - A value whose destroy callback runs gets no free callback and no second destroy callback in a free inside; whether it is seen
//   or copied is get-in-destroy's and dup-in-destroy's to say, not other-key-in-free's, dup-in-free's
//   and copy-of-freed-key's.
// - The destroy phase of destroy-time = at-free is put off by cascade-order = after-phase as any other; a value that is attached
//   after that phase gets its destroy callback when the object goes.
// - A freed key that is still kept is used as stale-key says, also while its own values are destroyed.
// - Under use-in-destroy = unset, a set or clear still destroys the value that no get sees.
// - A clear of a value that counts as gone in a free phase takes it out of sight.
// - With key-cycle = collected-at-finalize, destroy-order orders the values on each key.
#pragma once

#include "model/vocabulary/program.h"
#include "model/vocabulary/reading.h"

#include <set>
#include <stdexcept>

namespace moot::properties::naive {

struct Outcomes {
  std::set<Observed> observed; // of the runs that end without a fault
  bool erroneous = false;      // some run breaks the law
  bool endless = false;        // some run waits for ever, or goes on without end
};

struct Ticket304Limits {
  std::size_t runs = 3'000;     // sequences of choices
  std::size_t statements = 250; // of one run: one with more is endless
  std::size_t depth = 30;       // callbacks within callbacks: deeper is endless
};

// Thrown where the evaluator has no answer: the program does what it does not cover, or there are too many runs.
class NotCovered : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// All questions of Ticket 304 and those that both areas share have an answer in `reading`. Throws NotCovered.
Outcomes outcomes_of_ticket304(const Program& program, const Reading& reading, const Ticket304Limits& limits = {});

} // namespace moot::properties::naive
