// Generalized requests: MPI_Grequest_start's. The library has functions of the layer's own; the program's free_fn and cancel_fn are called
// by the layer, outside MPI's calls (MPICH, with MPI_THREAD_MULTIPLE, aborts where they call MPI), its query_fn from within them.
#pragma once

#include "mpi_backend/layer/deferred.h"
#include "mpi_backend/layer/wrap_operation.h"

#include <atomic>
#include <vector>

namespace moot::layer {

// What the program has started one with, and how far it is. It is the extra_state of the library's.
struct Grequest {
  MPI_Grequest_query_function* query = nullptr;
  MPI_Grequest_free_function* free = nullptr;
  MPI_Grequest_cancel_function* cancel = nullptr;
  void* extra_state = nullptr;

  // Guarded by the layer's lock.
  bool complete_called = false;  // MPI_Grequest_complete has begun
  bool complete = false;         // and MPI has done its part
  bool free_begun = false;       // free_fn runs, or has run
  bool querying = false;         // query_fn runs in a call that completes it
  int query_error = MPI_SUCCESS; // what it returned then

  // The layer, until free_fn has returned; and the library, until it calls its own: Open MPI may do so in MPI_Grequest_complete on one thread
  // after MPI_Wait has returned on another.
  std::atomic<int> owners = 2;
};

// One owner less.
void let_go(Grequest* generalized);

// What the query functions say in one call of MPI's on this thread. Each is called once (MPICH's MPI_Testall asks twice), and MPI is told of
// success: libraries stop at a failure, or lose the code. The layer returns it then.
class Querying {
public:
  Querying();
  ~Querying();
  Querying(const Querying&) = delete;
  Querying& operator=(const Querying&) = delete;

  // What this one's has returned.
  int error(const Grequest& generalized) const;

  // It is not to be called within MPI's calls: what MPI gets says nothing, and is not looked at.
  void put_off() { puts_off_ = true; }
  // It has been called, and has said this: so MPI is told from now on.
  void tell(const Grequest& generalized, const MPI_Status& status);

  // Does it run on this thread, in whichever call?
  static bool runs_here(const Grequest& generalized);

  // MPI asks.
  static int answer(const Grequest& generalized, MPI_Status* status);

private:
  struct Said {
    const Grequest* by;
    MPI_Status status;
    int error;
    bool running;
  };
  const Said* find(const Grequest& generalized) const;

  std::vector<Said> said_;
  bool puts_off_ = false;
  Querying* const outer_;
  static thread_local constinit Querying* innermost;
};

// Calls query_fn in a call that completes the request, after MPI's part. (That of one request after the other, with all that follows; MPI's
// own calls, MPICH's MPI_Testall among them, ask in an order of their own, and twice.)
void ask_at_completion(Lock& lock, Object& request, MPI_Status* status);

// As MPI sets that of a null request.
void make_empty(MPI_Status& status);

// Calls query_fn.
int ask(const Grequest& generalized, MPI_Status* status);

// Calls free_fn, whose code is the request's native_error then, or query_fn's (grequest-error). It is no longer a generalized one.
void run_free_function(Lock& lock, Object& request);

// MPI_Request_free of one.
Outcome free_generalized(Lock& lock, const ObjectPtr& request, MPI_Request& variable);

// MPI_Cancel of one.
Outcome cancel_generalized(Lock& lock, const Object& request);

// MPI_Request_get_status of one.
Outcome get_generalized_status(Lock& lock, const ObjectPtr& request, int* flag, MPI_Status* status);

// Those of a call's requests that MPI has completed: `left` is what it has made of them, without those that are passed over. The program's
// variables of the others get that.
inline std::vector<Completed> completed_of(const Variables& variables, const Objects& pending,
                                           const std::vector<bool>& over, const std::vector<MPI_Request>& left) {
  std::vector<Completed> completed;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (over[i]) continue;
    if (pending[i] && left[i] == MPI_REQUEST_NULL)
      completed.push_back({pending[i], variables, i});
    else if (left[i] == MPI_REQUEST_NULL && variables.in_c[i] != MPI_REQUEST_NULL)
      variables.set(i, MPI_REQUEST_NULL);
    else // as it was
      variables.in_c[i] = left[i];
  }
  return completed;
}

// A call that completes some of these requests, where generalized ones live that may be among them.
struct Completing {
  Variables variables;           // the program's
  Objects pending;               // found before the call
  std::vector<bool> over;        // passed over: they are complete, and their destroy callbacks run
  std::vector<MPI_Request> left; // for MPI, which sets to the null handle those that it completes
};

// Is it made in a query_fn of one of them?
bool is_in_query(const Completing& call);

// Requests that a call completes before MPI does, so that their handles stay theirs in the callbacks: what the query_fn of the generalized ones
// among them say is kept for when MPI asks.
class AskedFirst {
public:
  // Each of these is to be asked.
  AskedFirst(Lock& lock, std::vector<Completed>& completed);

  // They have been, and MPI's turn comes.
  void tell(Querying& querying) const;
  // MPI has returned this; of how many requests.
  Outcome outcome(int error, std::size_t count, const Results& results) const;

private:
  struct Asked {
    ObjectPtr request;
    const Grequest* generalized;
    std::size_t place;
    MPI_Status status;
  };
  std::vector<Asked> asked_;
};

// Can it be asked before MPI's call? (In Fortran MPI asks; and without a free function, nobody tells when the library lets go of it.)
inline bool can_be_asked_first(const Grequest& it, const Results& results) {
  return results.in_c && it.free != nullptr;
}

// MPI's part, done by `native`, and what follows.
Outcome complete_some_generalized(Lock& lock, Completing& call, const Results& results,
                                  const std::function<int(MPI_Request*)>& native);

// Fortran's MPI_Grequest_start has given this handle, of a request of the library's alone.
void started_unseen(MPI_Request request);

} // namespace moot::layer
