// The layer's state, and the frame of one call of it.
#pragma once

#include "mpi_backend/layer/draw.h"
#include "mpi_backend/layer/errors.h"
#include "mpi_backend/layer/lock.h"
#include "mpi_backend/layer/records.h"
#include "mpi_backend/layer/running.h"
#include "mpi_backend/layer/value_table.h"

#include <atomic>
#include <cstddef>
#include <new>

namespace moot::layer {

// One per process. Hold the lock to touch it.
struct State {
  State();

  Draw draw;
  ValueTable values;
  Records records;
  std::uint64_t sets = 0; // counts sets, for Value::set_at
  bool may_fail_next_dup = false;
  Objects due;         // lost their last reference to a completed operation; destroyed in some later call
  int lingering = 0;   // freed objects that something still keeps alive
  int generalized = 0; // generalized requests of the program's whose free_fn has not returned
};

// The first lock makes it (lock.cpp), here. Never destroyed: calls may come from destructors of the program.
alignas(State) extern std::byte state_memory[sizeof(State)];
inline State& state() { return *std::launder(reinterpret_cast<State*>(state_memory)); }

// The layer sleeps until the first MPIX_Key_create or MPIX_Layer_start (or from the start, if MPIX_LAYER_SEED is set): until
// then wrapped calls go straight to MPI, and what they make has no record.
extern std::atomic<bool> awake_flag;
// A library's own Fortran function works on this thread (fortran_call.cpp): what it calls in C is no call of the program.
// (Its place is known when the layer is loaded: reading it is no call.)
extern thread_local constinit bool in_library __attribute__((tls_model("initial-exec")));
inline bool awake() { return awake_flag.load(std::memory_order_relaxed) && !in_library; }

inline Answer ask(Question question) { return state().draw.answer(question); }
inline bool is(Question question, Answer answer) { return state().draw.is(question, answer); }

// How a call ends: why it fails, if it does, and whose error handler hears of it. Or with what MPI's own call returned; MPI has
// called the handler then. Or with what a function of the program's returned to the layer, of which no handler has heard.
struct Outcome {
  Outcome(Reason why, MPI_Comm whose = MPI_COMM_WORLD) : reason(why), comm(whose) {}
  static Outcome of_native(int error) {
    Outcome outcome = Reason::none;
    outcome.native_error = error;
    return outcome;
  }

  static Outcome of_function(int error) {
    Outcome outcome = error == MPI_SUCCESS ? Reason::none : Reason::function_failed;
    outcome.native_error = error;
    return outcome;
  }

  Reason reason;
  MPI_Comm comm;
  int native_error = MPI_SUCCESS;
};

// deferred-destroy-where: at the end of a call. Quick if nothing waits.
void run_deferred(Lock& lock);
// The call that has freed lock.freed returns (objects.cpp).
void end_free(Lock& lock);

// A call that the layer handles: `body` runs under the lock, and is given it. It keeps all its pointers to records to itself.
// Then deferred destroy callbacks may run (what the call frees is freed by then: MPIX_Key_free). Returns what the call returns.
template <class Body> int in_call(Body body) {
  InProgram::expect_no_jump();
  Outcome outcome = Reason::none;
  {
    Lock lock;
    outcome = body(lock);
    if (state().lingering > 0 || !state().due.empty()) run_deferred(lock);
    if (lock.freed != nullptr) end_free(lock);
    if (lock.left_cycle && outcome.reason == Reason::none) outcome.reason = Reason::key_cycle;
  }
  if (outcome.native_error != MPI_SUCCESS) {
    const bool is_heard = outcome.reason != Reason::function_failed;
    return is_heard ? outcome.native_error : raise_code(outcome.native_error, outcome.comm);
  }
  return outcome.reason == Reason::none ? MPI_SUCCESS : raise(outcome.reason, outcome.comm);
}

// Finds the object that a handle names, and checks that the program may use it now. It may go where the lock is released: keep an ObjectPtr
// then.
Reason use_special(Kind kind, MPIX_Handle handle, Object*& object); // of what is not plainly live
inline Reason use(Kind kind, MPIX_Handle handle, Object*& object) {
  object = state().records.find(kind, handle);
  if (object != nullptr && is_plainly_live(*object)) [[likely]]
    return Reason::none;
  return use_special(kind, handle, object);
}
// The same of one that is to hold values, of which the program alone says what it is.
Reason use_unsure(Kind kind, MPIX_Handle handle, Object*& object);
inline Reason use_holder(Kind kind, MPIX_Handle handle, Object*& object) {
  object = state().records.find(kind, handle);
  return object != nullptr && is_plainly_live(*object) ? Reason::none : use_unsure(kind, handle, object);
}
inline Reason use(Kind kind, MPIX_Handle handle, ObjectPtr& object) {
  Object* found = nullptr;
  const Reason reason = use(kind, handle, found);
  object = found;
  return reason;
}
// The communicator whose error handler is called about an object: itself, if it is one and natively alive.
MPI_Comm errors_to(const ObjectPtr& object);
// As `use`, for the `key` argument of a call.
Reason use_special_key(MPIX_Key key, const Object* object);
inline Reason use_key(MPIX_Key key, Object*& object) {
  object = state().records.find(Kind::key, MPIX_HANDLE(key));
  return object != nullptr && is_plainly_live(*object) ? Reason::none : use_special_key(key, object);
}
inline Reason use_key(MPIX_Key key, ObjectPtr& object) {
  Object* found = nullptr;
  const Reason reason = use_key(key, found);
  object = found;
  return reason;
}

} // namespace moot::layer
