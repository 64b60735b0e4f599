// Operations: what starts them, and MPI_Request_free. A request keeps its communicator and datatype alive.
#include "mpi_backend/layer/grequest.h"
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

// Until it is over, it refers to its request. (A persistent one's is looked at where that is freed: MPI_Request_free.)
void begin_operation(Object& request) {
  request.active = true;
  ++request.references;
}

Reason use_both(MPI_Comm comm, MPI_Datatype type, ObjectPtr& comm_used, ObjectPtr& type_used) {
  const Reason reason = use(Kind::communicator, to_handle(comm), comm_used);
  return reason != Reason::none ? reason : use(Kind::datatype, to_handle(type), type_used);
}

// MPI has made this request.
void follow(Lock& lock, MPI_Request& request, Direction direction, Lasting lasting, const ObjectPtr& comm,
            const ObjectPtr& type) {
  if (lasting == Lasting::until_complete) give_identity(lock, request);
  const ObjectPtr made = state().records.created(Kind::request, to_handle(request));
  made->receive = direction == Direction::receive;
  made->persistent = lasting == Lasting::until_freed;
  state().records.add_distinct(to_handle(request));
  if (!made->persistent) begin_operation(*made);
  if (fault == Fault::operation_keeps_nothing) return;
  hold(*made, comm);
  hold(*made, type);
}

template <class Native>
int wrap_start(Direction direction, Lasting lasting, MPI_Datatype type, MPI_Comm comm, MPI_Request* request,
               Native native, MPI_Info info = MPI_INFO_NULL) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr comm_used;
    ObjectPtr type_used;
    Reason reason = use_both(comm, type, comm_used, type_used);
    if (reason == Reason::none) reason = use_info(info);
    if (reason != Reason::none) return {reason, errors_to(comm_used)};
    const int error = unlocked(lock, native);
    if (error != MPI_SUCCESS || *request == MPI_REQUEST_NULL) return Outcome::of_native(error);
    follow(lock, *request, direction, lasting, comm_used, type_used);
    return Reason::none;
  });
}

template <class Native> int wrap_send(MPI_Datatype type, MPI_Comm comm, Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr comm_used;
    ObjectPtr type_used;
    const Reason reason = use_both(comm, type, comm_used, type_used);
    if (reason != Reason::none) return {reason, errors_to(comm_used)};
    return Outcome::of_native(unlocked(lock, native));
  });
}

} // namespace

void follow_receive(Lock& lock, MPI_Request& request, const ObjectPtr& comm, const ObjectPtr& type) {
  follow(lock, request, Direction::receive, Lasting::until_complete, comm, type);
}

int start_operation(Direction direction, Lasting lasting, MPI_Datatype type, MPI_Comm comm, MPI_Request* request,
                    const Native& native, MPI_Info info) {
  return wrap_start(direction, lasting, type, comm, request, native, info);
}

int send(MPI_Datatype type, MPI_Comm comm, const Native& native) { return wrap_send(type, comm, native); }

extern "C" {

#define SENDS(name, lasting, count_t)                                                                                  \
  WRAPS(name,                                                                                                          \
        (const void* buffer, count_t count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request),  \
        (buffer, count, type, to, tag, comm, request),                                                                 \
        wrap_start(Direction::send, Lasting::lasting, type, comm, request,                                             \
                   [=] { return PMPI_##name(buffer, count, type, to, tag, comm, request); }))
#define RECEIVES(name, lasting, count_t)                                                                               \
  WRAPS(name,                                                                                                          \
        (void* buffer, count_t count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request),      \
        (buffer, count, type, from, tag, comm, request),                                                               \
        wrap_start(Direction::receive, Lasting::lasting, type, comm, request,                                          \
                   [=] { return PMPI_##name(buffer, count, type, from, tag, comm, request); }))
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

WRAPS(Psend_init,
      (const void* buffer, int partitions, MPI_Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
       MPI_Info info, MPI_Request* request),
      (buffer, partitions, count, type, to, tag, comm, info, request),
      wrap_start(
          Direction::send, Lasting::until_freed, type, comm, request,
          [=] { return PMPI_Psend_init(buffer, partitions, count, type, to, tag, comm, info, request); }, info))
WRAPS(Precv_init,
      (void* buffer, int partitions, MPI_Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
       MPI_Info info, MPI_Request* request),
      (buffer, partitions, count, type, from, tag, comm, info, request),
      wrap_start(
          Direction::receive, Lasting::until_freed, type, comm, request,
          [=] { return PMPI_Precv_init(buffer, partitions, count, type, from, tag, comm, info, request); }, info))
#endif

WRAPS(Send, (const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm),
      (buffer, count, type, to, tag, comm),
      wrap_send(type, comm, [=] { return PMPI_Send(buffer, count, type, to, tag, comm); }))

} // extern "C"

namespace {

bool is_pending(Lock& lock, const Object& request) {
  const auto native = from_handle<MPI_Request>(request.handle);
  int complete = 1;
  unlocked(lock, [&] { return PMPI_Request_get_status(native, &complete, MPI_STATUS_IGNORE); });
  return complete == 0;
}

// MPI_Comm_idup, which keeps both communicators until it is complete.
template <class Native>
int wrap_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* request, Native native, MPI_Info info = MPI_INFO_NULL) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr from;
    if (const Reason reason = use(Kind::communicator, to_handle(comm), from); reason != Reason::none) return reason;
    if (const Reason reason = use_info(info); reason != Reason::none) return {reason, errors_to(from)};
    if (from->freeing && is(Question::dup_in_free, Answer::erroneous)) return {Reason::dup_in_free, errors_to(from)};
    const int error = unlocked(lock, native);
    if (error != MPI_SUCCESS) return Outcome::of_native(error);
    const ObjectPtr to = state().records.created(Kind::communicator, to_handle(*made));
    to->of_world = from->of_world;
    keep(lock, to->errhandler, from->errhandler);
    give_identity(lock, *request);
    const ObjectPtr operation = state().records.created(Kind::request, to_handle(*request));
    begin_operation(*operation);
    hold(*operation, from);
    hold(*operation, to);
    state().may_fail_next_dup = false; // (this one does not)
    if (from->values.empty() || fault == Fault::idup_copies_nothing) return Reason::none;
    if (is(Question::idup_copy_time, Answer::call))
      copy_phase(lock, from, *to);
    else
      operation->copies = to;
    return Reason::none;
  });
}

} // namespace

int start_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* request, const Native& native, MPI_Info info) {
  return wrap_idup(comm, made, request, native, info);
}

extern "C" {

// The operation goes on, and so does MPI's request, until it is complete (deferred.cpp).
MOOT_API int MPI_Request_free(MPI_Request* request) {
  const auto is_known = [&] {
    const Lock lock;
    return state().records.find(Kind::request, to_handle(*request)) != nullptr;
  };
  if (!awake() || request == nullptr || !is_known()) return PMPI_Request_free(request);
  return in_call([=](Lock& lock) -> Outcome {
    ObjectPtr freed;
    Reason reason = use(Kind::request, to_handle(*request), freed);
    if (reason != Reason::none) return reason;
    if (freed->generalized != nullptr) return free_generalized(lock, freed, *request);
    if (freed->persistent && !freed->freeing && is_pending(lock, *freed)) begin_operation(*freed);
    reason = free_object(lock, freed);
    if (reason != Reason::none) return reason;
    freed->just_freed = true;
    *request = MPI_REQUEST_NULL;
    return Outcome::of_native(freed->native_error);
  });
}

MOOT_API int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return wrap_idup(comm, newcomm, request, [=] { return PMPI_Comm_idup(comm, newcomm, request); });
}

#if MPI_VERSION >= 4
MOOT_API int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request) {
  const auto native = [=] { return PMPI_Comm_idup_with_info(comm, info, newcomm, request); };
  return wrap_idup(comm, newcomm, request, native, info);
}
#endif

} // extern "C"
} // namespace moot::layer
