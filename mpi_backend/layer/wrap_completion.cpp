// MPI_Wait and MPI_Test, with their relatives; MPI_Finalize.
#include "mpi_backend/layer/deferred.h"
#include "mpi_backend/layer/wrap.h"

namespace moot::layer {
namespace {

// A function that completes some of these requests: those that it sets to the null handle.
template <class Native> int wrap_completion(int count, MPI_Request* requests, Native native) {
  if (!awake() || requests == nullptr) return native();
  return in_call([&](Lock& lock) {
    Objects pending; // found before the call: afterwards the handles may be other threads'
    for (int i = 0; i < count; ++i) pending.emplace_back(state().records.find(Kind::request, to_handle(requests[i])));
    const int error = unlocked(lock, native);
    Objects completed;
    for (int i = 0; i < count; ++i) {
      const ObjectPtr& request = pending[static_cast<std::size_t>(i)];
      if (request && !request->freed && requests[i] == MPI_REQUEST_NULL) completed.push_back(request);
    }
    complete(lock, completed);
    return Outcome::of_native(error);
  });
}

} // namespace

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
  if (awake()) {
    in_call([](Lock& lock) {
      run_last(lock);
      return Outcome::of_native(MPI_SUCCESS);
    });
  }
  return PMPI_Finalize();
}

} // extern "C"
} // namespace moot::layer
