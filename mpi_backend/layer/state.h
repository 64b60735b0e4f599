// The layer's state, and the frame of one call of it.
#pragma once

#include "mpi_backend/layer/draw.h"
#include "mpi_backend/layer/errors.h"
#include "mpi_backend/layer/records.h"

#include <atomic>
#include <mutex>
#include <vector>

namespace moot::layer {

// One per process. Hold `mutex` to touch anything but `awake`; never hold it while the program's code or MPI's runs.
struct State {
  std::mutex mutex;
  Draw draw;
  Records records;
  std::uint64_t sets = 0; // counts sets, for Value::set_at
  bool may_fail_next_dup = false;
  std::vector<ObjectPtr> due; // lost their last reference to a completed operation; destroyed in some later call
  int lingering = 0;          // freed objects that something still keeps alive
};

State& state();

using Lock = std::unique_lock<std::mutex>;

// Releases the lock for its scope: around callbacks and calls of MPI.
class Unlocked {
public:
  explicit Unlocked(Lock& lock) : lock_(lock) { lock_.unlock(); }
  ~Unlocked() { lock_.lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

private:
  Lock& lock_;
};

// The layer sleeps until the first MPIX_Key_create or MPIX_Layer_start (or from the start, if MPIX_LAYER_SEED is set): until
// then wrapped calls go straight to MPI, and what they make has no record.
extern std::atomic<bool> awake_flag;
// A library's own Fortran function works on this thread (fortran_call.cpp): what it calls in C is no call of the program.
extern thread_local constinit bool in_library;
inline bool awake() { return awake_flag.load(std::memory_order_relaxed) && !in_library; }

inline Answer ask(Question question) { return state().draw.answer(question); }
inline bool is(Question question, Answer answer) { return state().draw.is(question, answer); }

// The frame of a call that the layer handles: takes the lock, and lets deferred destroy callbacks run at its end (what the
// call frees is freed by then: MPIX_Key_free).
// Every call ends with one of fail, finish or done.
class Call {
public:
  Call();
  Lock& lock() { return lock_; }

  // Ends the call with what the native call returned: a failure is passed on as it is.
  int finish(int native_error);
  // Ends the call; raises `reason` unless it is `none`.
  int done(Reason reason, MPI_Comm comm = MPI_COMM_WORLD);

private:
  bool end();
  Lock lock_;
};

// Finds the object that a handle names, and checks that the program may use it now.
Reason use(Kind kind, MPIX_Handle handle, ObjectPtr& object);
// The communicator whose error handler is called about an object: itself, if it is one and natively alive.
MPI_Comm errors_to(const ObjectPtr& object);
// As `use`, for the `key` argument of a call.
Reason use_key(MPIX_Key key, ObjectPtr& object);

} // namespace moot::layer
