// Messages that a probe has matched. One keeps its communicator alive until it is received.
#include "mpi_backend/layer/values.h"
#include "mpi_backend/layer/wrap.h"
#include "mpi_backend/layer/wrap_operation.h"

namespace moot::layer {
namespace {

bool is_a_message(MPI_Message message) { return message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC; }

template <class Native> int wrap_probe(MPI_Comm comm, MPI_Message* message, Native native) {
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr on;
    if (const Reason reason = use(Kind::communicator, to_handle(comm), on); reason != Reason::none) return reason;
    MPI_Message found = MPI_MESSAGE_NULL;
    const int error = unlocked(lock, [&] { return native(&found); });
    if (error != MPI_SUCCESS || found == MPI_MESSAGE_NULL) return Outcome::of_native(error);
    *message = found;
    if (!is_a_message(found)) return Reason::none;
    const ObjectPtr made = state().records.created(Kind::message, to_handle(found));
    hold(*made, on);
    return Reason::none;
  });
}

// The callbacks come before MPI receives it, and may use its handle for something else. Its communicator lives until then.
template <class Native> int wrap_mrecv(MPI_Message* message, MPI_Datatype type, MPI_Request* request, Native native) {
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr type_used;
    if (const Reason reason = use(Kind::datatype, to_handle(type), type_used); reason != Reason::none) return reason;
    ObjectPtr received;
    Reason reason = use(Kind::message, to_handle(*message), received);
    if (reason == Reason::none) reason = may_free(*received);
    if (reason != Reason::none) return reason;
    received->native_owed = false;
    if (fault == Fault::message_forgotten) drop_values(lock, *received);
    const ObjectPtr comm = received->holds.front();
    ++comm->references;
    reason = free_object(lock, received, Ending::other);
    auto native_message = from_handle<MPI_Message>(received->handle);
    const int error = unlocked(lock, [&] { return native(&native_message); });
    if (error == MPI_SUCCESS && request != nullptr) follow_receive(lock, *request, comm, type_used);
    release(lock, comm);
    if (error != MPI_SUCCESS) return Outcome::of_native(error);
    if (reason == Reason::none) *message = MPI_MESSAGE_NULL;
    return reason;
  });
}

} // namespace

int probe(MPI_Comm comm, MPI_Message* message, const Native& native) {
  return wrap_probe(comm, message, [&](MPI_Message* found) {
    const int error = native();
    *found = *message;
    return error;
  });
}

int receive_matched(MPI_Message* message, MPI_Datatype type, MPI_Request* request, const Native& native) {
  return wrap_mrecv(message, type, request, [&](MPI_Message*) { return native(); });
}

extern "C" {

MOOT_API int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  if (!awake() || message == nullptr) return PMPI_Mprobe(source, tag, comm, message, status);
  return wrap_probe(comm, message, [=](MPI_Message* found) { return PMPI_Mprobe(source, tag, comm, found, status); });
}

MOOT_API int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
  if (!awake() || flag == nullptr || message == nullptr) return PMPI_Improbe(source, tag, comm, flag, message, status);
  return wrap_probe(comm, message, [=](MPI_Message* found) {
    const int error = PMPI_Improbe(source, tag, comm, flag, found, status);
    if (error == MPI_SUCCESS && *flag == 0) *found = MPI_MESSAGE_NULL;
    return error;
  });
}

// (MPI_MESSAGE_NO_PROC holds no values.)
#define RECEIVES_MATCHED(suffix, count_t)                                                                              \
  MOOT_API int MPI_Mrecv##suffix(void* buffer, count_t count, MPI_Datatype type, MPI_Message* message,                 \
                                 MPI_Status* status) {                                                                 \
    if (!awake() || message == nullptr || *message == MPI_MESSAGE_NO_PROC)                                             \
      return PMPI_Mrecv##suffix(buffer, count, type, message, status);                                                 \
    return wrap_mrecv(message, type, nullptr,                                                                          \
                      [=](MPI_Message* it) { return PMPI_Mrecv##suffix(buffer, count, type, it, status); });           \
  }                                                                                                                    \
  MOOT_API int MPI_Imrecv##suffix(void* buffer, count_t count, MPI_Datatype type, MPI_Message* message,                \
                                  MPI_Request* request) {                                                              \
    if (!awake() || message == nullptr || request == nullptr || *message == MPI_MESSAGE_NO_PROC)                       \
      return PMPI_Imrecv##suffix(buffer, count, type, message, request);                                               \
    return wrap_mrecv(message, type, request,                                                                          \
                      [=](MPI_Message* it) { return PMPI_Imrecv##suffix(buffer, count, type, it, request); });         \
  }

RECEIVES_MATCHED(, int)
#if MPI_VERSION >= 4
RECEIVES_MATCHED(_c, MPI_Count)
#endif

} // extern "C"
} // namespace moot::layer
