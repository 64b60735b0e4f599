// MPI_Wait and MPI_Test, with their relatives; MPI_Finalize.
#include "mpi_backend/layer/deferred.h"
#include "mpi_backend/layer/wrap.h"
#include "mpi_backend/layer/wrap_operation.h"

namespace moot::layer {
namespace {

// A function that completes some of these requests: those that it sets to the null handle.
template <class Native> int wrap_completion(int count, MPI_Request* requests, Native native) {
  if (!awake() || requests == nullptr) return native();
  Call call;
  std::vector<ObjectPtr> pending; // found before the call: afterwards the handles may be other threads'
  pending.reserve(static_cast<std::size_t>(count < 0 ? 0 : count));
  for (int i = 0; i < count; ++i) pending.push_back(state().records.find(Kind::request, to_handle(requests[i])));
  const int error = call_unlocked(call, native);
  std::vector<ObjectPtr> completed;
  for (int i = 0; i < count; ++i) {
    const ObjectPtr& request = pending[static_cast<std::size_t>(i)];
    if (request && !request->freed && requests[i] == MPI_REQUEST_NULL) completed.push_back(request);
  }
  complete(call.lock(), completed);
  return call.finish(error);
}

} // namespace

int complete_requests(int count, MPI_Request* requests, const Native& native) {
  return wrap_completion(count, requests, native);
}

void before_finalize() {
  if (!awake()) return;
  Call call;
  run_last(call.lock());
  call.finish(MPI_SUCCESS);
}

extern "C" {

MOOT_API int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return wrap_completion(1, request, [&] { return PMPI_Wait(request, status); });
}

MOOT_API int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return wrap_completion(1, request, [&] { return PMPI_Test(request, flag, status); });
}

MOOT_API int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  return wrap_completion(count, requests, [&] { return PMPI_Waitany(count, requests, index, status); });
}

MOOT_API int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  return wrap_completion(count, requests, [&] { return PMPI_Testany(count, requests, index, flag, status); });
}

MOOT_API int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  return wrap_completion(count, requests, [&] { return PMPI_Waitall(count, requests, statuses); });
}

MOOT_API int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  return wrap_completion(count, requests, [&] { return PMPI_Testall(count, requests, flag, statuses); });
}

MOOT_API int MPI_Waitsome(int count, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]) {
  return wrap_completion(count, requests, [&] { return PMPI_Waitsome(count, requests, outcount, indices, statuses); });
}

MOOT_API int MPI_Testsome(int count, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]) {
  return wrap_completion(count, requests, [&] { return PMPI_Testsome(count, requests, outcount, indices, statuses); });
}

MOOT_API int MPI_Finalize(void) {
  before_finalize();
  return PMPI_Finalize();
}

} // extern "C"
} // namespace moot::layer
