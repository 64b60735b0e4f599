// Operations: what starts them, and MPI_Request_free. A request keeps its communicator and datatype alive.
#include "mpi_backend/layer/wrap.h"

namespace moot::layer {
namespace {

extern "C" {
int give_status(void* saved, MPI_Status* status) {
  *status = *static_cast<MPI_Status*>(saved);
  return MPI_SUCCESS;
}
int delete_status(void* saved) {
  delete static_cast<MPI_Status*>(saved);
  return MPI_SUCCESS;
}
int cancel_nothing(void*, int) { return MPI_SUCCESS; }
}

// A request of its own for what is complete, with this status and error.
MPI_Request complete_request(const MPI_Status& status) {
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Grequest_start(give_status, delete_status, cancel_nothing, new MPI_Status(status), &request);
  PMPI_Grequest_complete(request);
  return request;
}

// Libraries give one request to many operations that are complete from the start. Values need to tell them apart, so each of
// these gets a request of its own. A handle is that of one operation only if it was seen pending, now or before.
void give_identity(Lock& lock, MPI_Request& request) {
  if (state().records.is_distinct(to_handle(request))) return;
  const MPIX_Handle handle = to_handle(request);
  int complete = 0;
  {
    const Unlocked unlocked(lock);
    MPI_Status status;
    status.MPI_ERROR = MPI_SUCCESS; // what waiting for the new request returns; MPI_Test does not set it
    const int error = PMPI_Test(&request, &complete, &status);
    if (error != MPI_SUCCESS) status.MPI_ERROR = error;
    if (complete != 0) request = complete_request(status);
  }
  if (complete == 0) state().records.add_distinct(handle);
}

enum class Direction { send, receive };
enum class Lasting { until_complete, until_freed };

Reason use_both(MPI_Comm comm, MPI_Datatype type, ObjectPtr& comm_used, ObjectPtr& type_used) {
  const Reason reason = use(Kind::communicator, to_handle(comm), comm_used);
  return reason != Reason::none ? reason : use(Kind::datatype, to_handle(type), type_used);
}

template <class Native>
int wrap_start(Direction direction, Lasting lasting, MPI_Datatype type, MPI_Comm comm, MPI_Request* request,
               Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr comm_used;
    ObjectPtr type_used;
    const Reason reason = use_both(comm, type, comm_used, type_used);
    if (reason != Reason::none) return {reason, errors_to(comm_used)};
    const int error = unlocked(lock, native);
    if (error != MPI_SUCCESS || *request == MPI_REQUEST_NULL) return Outcome::of_native(error);
    if (lasting == Lasting::until_complete) give_identity(lock, *request);
    const ObjectPtr made = state().records.created(Kind::request, to_handle(*request));
    made->receive = direction == Direction::receive;
    made->persistent = lasting == Lasting::until_freed;
    made->holds = {comm_used, type_used};
    for (const ObjectPtr& held : made->holds) ++held->references;
    return Reason::none;
  });
}

} // namespace

extern "C" {

#define SENDS(name, lasting, count_t)                                                                                  \
  MOOT_API int MPI_##name(const void* buffer, count_t count, MPI_Datatype type, int to, int tag, MPI_Comm comm,        \
                          MPI_Request* request) {                                                                      \
    return wrap_start(Direction::send, Lasting::lasting, type, comm, request,                                          \
                      [&] { return PMPI_##name(buffer, count, type, to, tag, comm, request); });                       \
  }
#define RECEIVES(name, lasting, count_t)                                                                               \
  MOOT_API int MPI_##name(void* buffer, count_t count, MPI_Datatype type, int from, int tag, MPI_Comm comm,            \
                          MPI_Request* request) {                                                                      \
    return wrap_start(Direction::receive, Lasting::lasting, type, comm, request,                                       \
                      [&] { return PMPI_##name(buffer, count, type, from, tag, comm, request); });                     \
  }
#define OPERATIONS(suffix, count_t)                                                                                    \
  SENDS(Isend##suffix, until_complete, count_t)                                                                        \
  SENDS(Ibsend##suffix, until_complete, count_t)                                                                       \
  SENDS(Issend##suffix, until_complete, count_t)                                                                       \
  SENDS(Irsend##suffix, until_complete, count_t)                                                                       \
  RECEIVES(Irecv##suffix, until_complete, count_t)                                                                     \
  SENDS(Send_init##suffix, until_freed, count_t)                                                                       \
  SENDS(Bsend_init##suffix, until_freed, count_t)                                                                      \
  SENDS(Ssend_init##suffix, until_freed, count_t)                                                                      \
  SENDS(Rsend_init##suffix, until_freed, count_t)                                                                      \
  RECEIVES(Recv_init##suffix, until_freed, count_t)

OPERATIONS(, int)
#if MPI_VERSION >= 4
OPERATIONS(_c, MPI_Count)
#endif

MOOT_API int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  if (!awake()) return PMPI_Send(buffer, count, type, to, tag, comm);
  return in_call([=](Lock& lock) -> Outcome {
    ObjectPtr comm_used;
    ObjectPtr type_used;
    const Reason reason = use_both(comm, type, comm_used, type_used);
    if (reason != Reason::none) return {reason, errors_to(comm_used)};
    return Outcome::of_native(unlocked(lock, [&] { return PMPI_Send(buffer, count, type, to, tag, comm); }));
  });
}

// The layer does not see an operation end whose request is gone: it no longer counts as pending.
MOOT_API int MPI_Request_free(MPI_Request* request) {
  const auto is_known = [&] {
    const Lock lock;
    return state().records.find(Kind::request, to_handle(*request)) != nullptr;
  };
  if (!awake() || request == nullptr || !is_known()) return PMPI_Request_free(request);
  return wrap_free(Kind::request, request);
}

} // extern "C"
} // namespace moot::layer
