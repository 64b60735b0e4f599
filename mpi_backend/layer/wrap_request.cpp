// Operations: what starts them, and MPI_Request_free. A request keeps its communicator and datatype alive.
#include "mpi_backend/layer/wrap.h"
#include "mpi_backend/layer/wrap_operation.h"

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

// Libraries give one request to many operations that are complete from the start. Values need to tell them apart, so the
// second gets a request of its own, with the same status.
MPI_Request with_identity(MPI_Request request) {
  MPI_Status status;
  int complete = 0;
  PMPI_Test(&request, &complete, &status);
  if (complete == 0) return request; // not shared: the other just ended in another thread
  PMPI_Grequest_start(give_status, delete_status, cancel_nothing, new MPI_Status(status), &request);
  PMPI_Grequest_complete(request);
  return request;
}

Reason use_both(MPI_Comm comm, MPI_Datatype type, ObjectPtr& comm_used, ObjectPtr& type_used) {
  const Reason reason = use(Kind::communicator, to_handle(comm), comm_used);
  return reason != Reason::none ? reason : use(Kind::datatype, to_handle(type), type_used);
}

template <class Native>
int wrap_start(Direction direction, Lasting lasting, MPI_Datatype type, MPI_Comm comm, MPI_Request* request,
               Native native) {
  if (!awake()) return native();
  Call call;
  ObjectPtr comm_used;
  ObjectPtr type_used;
  const Reason reason = use_both(comm, type, comm_used, type_used);
  if (reason != Reason::none) return call.done(reason, errors_to(comm_used));
  const int error = call_unlocked(call, native);
  if (error != MPI_SUCCESS || *request == MPI_REQUEST_NULL) return call.finish(error);
  if (lasting == Lasting::until_complete && state().records.find(Kind::request, to_handle(*request))) {
    const Unlocked unlocked(call.lock());
    *request = with_identity(*request);
  }
  const ObjectPtr made = state().records.created(Kind::request, to_handle(*request));
  made->receive = direction == Direction::receive;
  made->persistent = lasting == Lasting::until_freed;
  made->holds = {comm_used, type_used};
  for (const ObjectPtr& held : made->holds) ++held->references;
  return call.finish(error);
}

template <class Native> int wrap_send(MPI_Datatype type, MPI_Comm comm, Native native) {
  if (!awake()) return native();
  Call call;
  ObjectPtr comm_used;
  ObjectPtr type_used;
  const Reason reason = use_both(comm, type, comm_used, type_used);
  if (reason != Reason::none) return call.done(reason, errors_to(comm_used));
  return call.finish(call_unlocked(call, native));
}

} // namespace

int start_operation(Direction direction, Lasting lasting, MPI_Datatype type, MPI_Comm comm, MPI_Request* request,
                    const Native& native) {
  return wrap_start(direction, lasting, type, comm, request, native);
}

int send(MPI_Datatype type, MPI_Comm comm, const Native& native) { return wrap_send(type, comm, native); }

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
  return wrap_send(type, comm, [&] { return PMPI_Send(buffer, count, type, to, tag, comm); });
}

// The layer does not see an operation end whose request is gone: it no longer counts as pending.
MOOT_API int MPI_Request_free(MPI_Request* request) {
  return awake() ? wrap_free(Kind::request, request) : PMPI_Request_free(request);
}

} // extern "C"
} // namespace moot::layer
