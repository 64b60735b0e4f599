// MPI_Grequest_start and MPI_Grequest_complete; what MPI_Request_free, MPI_Cancel and MPI_Request_get_status do with generalized requests.
#include "mpi_backend/layer/callbacks.h"
#include "mpi_backend/layer/grequest.h"
#include "mpi_backend/layer/phases.h"
#include "mpi_backend/layer/wrap.h"

#include <memory>

namespace moot::layer {
namespace {

// ---- What the library gets ----

extern "C" {
int query_generalized(void* generalized, MPI_Status* status) {
  return Querying::answer(*static_cast<Grequest*>(generalized), status);
}
int note_freed(void* generalized) {
  let_go(static_cast<Grequest*>(generalized));
  return MPI_SUCCESS;
}
int cancel_natively(void*, int) { return MPI_SUCCESS; } // (the layer makes no such call)
}

// Where the program gives null functions, the library judges, too.
int start_native(Grequest& it, MPI_Request* request) {
  if (it.free == nullptr) it.owners = 1;
  return PMPI_Grequest_start(it.query == nullptr ? nullptr : query_generalized,
                             it.free == nullptr ? nullptr : note_freed,
                             it.cancel == nullptr ? nullptr : cancel_natively, &it, request);
}

int start_generalized(MPI_Grequest_query_function* query, MPI_Grequest_free_function* free,
                      MPI_Grequest_cancel_function* cancel, void* extra_state, MPI_Request* request) {
  return in_call([=](Lock& lock) -> Outcome {
    auto made = std::make_unique<Grequest>();
    made->query = query;
    made->free = free;
    made->cancel = cancel;
    made->extra_state = extra_state;
    const int error = unlocked(lock, [&] { return start_native(*made, request); });
    if (error != MPI_SUCCESS) return Outcome::of_native(error);
    Object& object = *state().records.created(Kind::request, to_handle(*request));
    object.generalized = made.release();
    object.active = true; // until it is complete and freed: a reference, as an operation is
    ++object.references;
    ++state().generalized;
    return Reason::none;
  });
}

// ---- Its end, if MPI_Request_free comes first, or comes where it is complete ----

// MPI's own is freed where the object goes, last of all. (MPICH's MPI_Request_free would call free_fn before the request is complete.)
void end_freed(Lock& lock, const ObjectPtr& request) {
  run_free_function(lock, *request);
  request->active = false;
  if (--request->references == 0 || is(Question::destroy_time, Answer::at_free)) end_objects(lock, {&request, 1});
}

// Both calls have occurred, each up to where the lock is taken: one of them sees it first.
bool ends_here(const Object& request) {
  return request.freed && request.generalized != nullptr && request.generalized->complete &&
         !request.generalized->free_begun;
}

int complete_generalized(MPI_Request request) {
  return in_call([=](Lock& lock) -> Outcome {
    const ObjectPtr object = state().records.find(Kind::request, to_handle(request));
    const auto native = [=] { return PMPI_Grequest_complete(request); };
    if (!object) {
      if (request == MPI_REQUEST_NULL || state().records.is_gone(to_handle(request))) return Reason::not_generalized;
      return Outcome::of_native(unlocked(lock, native));
    }
    if (object->generalized == nullptr || object->generalized->complete_called) return Reason::not_generalized;
    object->generalized->complete_called = true;
    const int error = unlocked(lock, native);
    Grequest* const it = object->generalized; // null: completed, by another thread
    if (it == nullptr) return Outcome::of_native(error);
    it->complete_called = it->complete = error == MPI_SUCCESS;
    if (!ends_here(*object)) return Outcome::of_native(error);
    end_freed(lock, object);
    return Outcome::of_function(object->native_error);
  });
}

} // namespace

Outcome free_generalized(Lock& lock, const ObjectPtr& request, MPI_Request& variable) {
  if (Querying::runs_here(*request->generalized)) return Reason::ended_in_query;
  if (const Reason reason = may_free(*request); reason != Reason::none) return reason;
  request->free_in_progress = true;
  if (!request->values.empty()) free_phase(lock, request);
  request->freed = true;
  --request->references;
  if (ends_here(*request))
    end_freed(lock, request);
  else if (!request->values.empty() && is(Question::destroy_time, Answer::at_free))
    destroy_phase(lock, {&request, 1});
  request->free_in_progress = false;
  variable = MPI_REQUEST_NULL; // whatever free_fn returned
  return Outcome::of_function(request->native_error);
}

Outcome cancel_generalized(Lock& lock, const Object& request) {
  auto* const cancel = request.generalized->cancel;
  void* const extra_state = request.generalized->extra_state;
  const int complete = request.generalized->complete_called ? 1 : 0;
  if (cancel == nullptr) return Reason::none;
  int error = MPI_SUCCESS;
  {
    const Unlocked unlocked(lock);
    call_program([&] { error = cancel(extra_state, complete); });
  }
  return Outcome::of_function(error);
}

namespace {

// In callbacks of the call that completes it, MPI's own is gone: the layer asks.
int ask_at_end(const Grequest& generalized, int* flag, MPI_Status* status) {
  MPI_Status unused;
  MPI_Status* const written = status == MPI_STATUS_IGNORE ? &unused : status;
  make_empty(*written);
  *flag = 1;
  return ask(generalized, written);
}

} // namespace

Outcome get_generalized_status(Lock& lock, const ObjectPtr& request, int* flag, MPI_Status* status) {
  const Grequest& it = *request->generalized;
  const Querying querying;
  if (!request->native_owed) return Outcome::of_function(unlocked(lock, [&] { return ask_at_end(it, flag, status); }));
  const auto native = from_handle<MPI_Request>(request->handle);
  const int error = unlocked(lock, [=] { return PMPI_Request_get_status(native, flag, status); });
  return error != MPI_SUCCESS ? Outcome::of_native(error) : Outcome::of_function(querying.error(it));
}

void started_unseen(MPI_Request request) {
  const Lock lock;
  state().records.erase_gone(to_handle(request));
}

extern "C" {

MOOT_API int MPI_Grequest_start(MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn,
                                MPI_Grequest_cancel_function* cancel_fn, void* extra_state, MPI_Request* request) {
  if (!awake()) return PMPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request);
  return start_generalized(query_fn, free_fn, cancel_fn, extra_state, request);
}

MOOT_API int MPI_Grequest_complete(MPI_Request request) {
  return awake() ? complete_generalized(request) : PMPI_Grequest_complete(request);
}

} // extern "C"
} // namespace moot::layer
