#include "mpi_backend/recorder/callbacks.h"

#include "mpi_backend/recorder/relevance.h"

namespace moot::recorder {
namespace {

struct RequestFunctions {
  MPI_Grequest_query_function* query;
  MPI_Grequest_free_function* free;
  MPI_Grequest_cancel_function* cancel;
  void* extra_state;
};

const RequestFunctions& functions(void* extra_state) { return *static_cast<RequestFunctions*>(extra_state); }

int query_request(void* extra_state, MPI_Status* status) {
  const auto& of = functions(extra_state);
  return record_callback(callback_query_fn, of_request, {word(of.extra_state)}, 0,
                         [&] { return of.query(of.extra_state, status); });
}

int free_request(void* extra_state) {
  const auto& of = functions(extra_state);
  const int error =
      record_callback(callback_free_fn, of_request, {word(of.extra_state)}, 0, [&] { return of.free(of.extra_state); });
  free_fn_has_run(word(extra_state));
  return error;
}

int cancel_request(void* extra_state, int complete) {
  const auto& of = functions(extra_state);
  return record_callback(callback_cancel_fn, of_request, {word(of.extra_state), word(complete)}, 0,
                         [&] { return of.cancel(of.extra_state, complete); });
}

} // namespace

void replace(MPI_Grequest_query_function*& query, MPI_Grequest_free_function*& free,
             MPI_Grequest_cancel_function*& cancel, void*& extra_state) {
  if (query == nullptr || free == nullptr || cancel == nullptr) return; // (MPI will say so)
  extra_state = new RequestFunctions{query, free, cancel, extra_state}; // NOLINT(cppcoreguidelines-owning-memory)
  query = query_request;
  free = free_request;
  cancel = cancel_request;
}

} // namespace moot::recorder
