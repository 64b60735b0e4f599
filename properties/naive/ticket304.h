// A naive evaluator of Ticket 304: all outcomes that the law allows a program.
//
// It is a second rendering of docs/readings.md and docs/case-language.md, to be compared with the model's. It is written from
// these pages alone, and must stay so: whoever changes it reads the page, not model/*.cpp or model/rules/. Where the two
// differ, the page decides. It is a recursive interpreter that runs the program again for each sequence of MPI's choices.
// It does not share, store or compare states.
//
// It does not cover: open answers, today's attributes and their calls, callbacks on other threads, `lock`, arithmetic with
// handles, comparisons of unlike values, keys by Fortran's own handles, fatal error handlers, several processes, unions and
// communicators of empty groups, MPI_Cancel of an inactive request or of a send that waits for its receive, two partitioned
// requests of one side at a time, one in the place of another whose partner lives, one request twice in a list, the contents of
// an MPI_Type_create_struct, an object that MPI_Send uses and that is freed while it waits, a wait for a request whose destroy
// callbacks run before it is complete (destroy-time = at-free), or that another call completes meanwhile, null functions of
// generalized requests, those that fail in a call for several, MPI_Finalize while one is left, MPI_Request_get_status of other
// active requests, what is kept by what MPI lets go in another object's destroy phase (cascade-order = after-phase), an object
// that is destroyed before the set on it is done, where set-in-destroy is outer-wins-inner-silent, a set of a key on itself in
// its destruction; nor what the pages do not say: a wait for a generalized request, a test, a cancel and a look at its status in a
// destroy callback after free_fn, where use-in-destroy lets them.
//
// Where the pages and the model differ, it goes by the pages, and refuses the programs that would show it:
// - With any-later-call, what the operation of a freed request kept need not go when the request does.
// - The integer of MPIX_Key_c2f is no handle in C.
// - A message under way keeps no communicator: that goes with the persistent request that has sent it.
//
// Where the pages say nothing, or two sentences disagree, it does as the model does:
// - MPI_Waitall is endless only if nothing that is left can complete; a callback of the first may make the second able to. So it
//   may for MPI_Waitsome and MPI_Testsome, which can then take it, too.
// - Where MPI_Improbe finds nothing, its variable for the message stays as it was.
// - MPI_Cancel of a send whose message MPI keeps leaves the message under way.
// - What MPI_Type_get_contents gives is not committed (that is "undefined"), and keeps no other datatype.
// - MPI_Test may say 0 of an operation that can complete. MPIX_Key_c2f takes the null handle.
// - A value whose key has a null free (destroy) function has had its turn when the phase begins.
// - A value whose destroy callback runs gets no free callback and no second destroy callback in a free inside; whether it is seen
//   or copied is get-in-destroy's and dup-in-destroy's to say, not other-key-in-free's, dup-in-free's
//   and copy-of-freed-key's. It is not cleared after free callbacks, either.
// - The destroy phase of destroy-time = at-free is put off by cascade-order = after-phase as any other; a value that is attached
//   after that phase gets its destroy callback when the object goes.
// - A freed key that is still kept is used as stale-key says, also while its own values are destroyed.
// - Under use-in-destroy = unset, a set or clear still destroys the value that no get sees.
// - A clear of a value that counts as gone in a free phase takes it out of sight.
// - With key-cycle = collected-at-finalize, destroy-order orders the values on each key.
// - `null` is not 0, and no value but `null` equals it; a variable that was never written equals both.
// - What MPI itself lets go waits for no destroy phase, but in a call that a callback of the phase makes. In a call that waits for
//   ever, all of it goes. What owes no callbacks goes with the completion.
// - The several things that one object keeps go in one phase, as those of one completion do; what an object without values keeps
//   goes in that object's phase.
// - dup-in-free = erroneous is about calls of the program: what MPI duplicates for itself, or copies at a completion, has all
//   values.
// - A free of any handle of an object is erroneous while a free of another one calls its free callbacks. With free-per-handle =
//   last, none is the last of a predefined object. A group or error handler that was freed can be got again.
// - In a destroy callback of a request, a wait for it returns at once.
// - query_fn, in a call that completes a request, counts as one of the free callbacks of its values, even if there is no other:
//   other-key-in-free and mutate-in-free are about what it does, too, but not where other-endings calls none. A request without
//   values is not null in its variable until its functions are done: request-completion is not asked.
// - A generalized request can be cancelled in its own free callbacks: "copies of its handle may be used".
// - MPI_Waitsome may leave what is complete. MPI_Testsome may leave what becomes complete while it is at work.
// - MPI_Grequest_complete in a free callback of MPI_Request_free leaves free_fn to that; in a destroy callback (destroy-time =
//   at-free), it calls free_fn.
// - At MPI_Finalize, free callbacks of all objects that they are called for run in one phase, which leaked objects without values
//   and those that it makes belong to, if it owes a callback at all: mutate-in-free is asked for all of these,
//   but dup-in-free only for those with values.
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
