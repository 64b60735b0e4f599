#include "mpi_backend/recorder/callbacks.h"

namespace moot::recorder {

namespace {

struct RequestFunctions {
  MPI_Grequest_query_function* query;
  MPI_Grequest_free_function* free;
  MPI_Grequest_cancel_function* cancel;
  void* extra_state;
};

int query_request(void* extra_state, MPI_Status* status) {
  const auto& of = *static_cast<RequestFunctions*>(extra_state);
  const Outside outside;
  Entry entry(callback_query_fn, 1, 0, 0, true, outside.wants(of_request));
  entry.add(word(of.extra_state));
  entry.begins(State::callback);
  const int error = of.query(of.extra_state, status);
  entry.ends();
  entry.is_done(error);
  return error;
}

int free_request(void* extra_state) {
  const auto& of = *static_cast<RequestFunctions*>(extra_state);
  const Outside outside;
  Entry entry(callback_free_fn, 1, 0, 0, true, outside.wants(of_request));
  entry.add(word(of.extra_state));
  entry.begins(State::callback);
  const int error = of.free(of.extra_state);
  entry.ends();
  entry.is_done(error);
  return error;
}

int cancel_request(void* extra_state, int complete) {
  const auto& of = *static_cast<RequestFunctions*>(extra_state);
  const Outside outside;
  Entry entry(callback_cancel_fn, 2, 0, 0, true, outside.wants(of_request));
  entry.add(word(of.extra_state));
  entry.add(word(complete));
  entry.begins(State::callback);
  const int error = of.cancel(of.extra_state, complete);
  entry.ends();
  entry.is_done(error);
  return error;
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
