// A generalized request for tests.
#pragma once

#include "mpi_backend/layer/layer_test.h"

#include <atomic>

namespace moot::layer::test {

// One called `name`, in the log, too: its functions write "query(r)", "free(r)" and "cancel(r,0)" there, and return the codes.
struct Generalized {
  Generalized(Trial& log, const std::string& called);
  Generalized(const Generalized&) = delete;
  Generalized& operator=(const Generalized&) = delete;

  MPIX_Handle handle() const { return any_handle(copy); }

  Trial& run;
  std::string name;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Request copy = MPI_REQUEST_NULL;
  int query_code = MPI_SUCCESS;
  int free_code = MPI_SUCCESS;
  int cancel_code = MPI_SUCCESS;
  std::function<void()> on_query, on_free;
  std::function<void(int)> on_cancel;
};

// Functions that write no log: extra_state is a std::atomic<int>, which counts calls of free_fn, and 10 or 100 for cancel_fn.
int give_nothing(void* count, MPI_Status* status);
int count_free(void* count);
int count_cancel(void* count, int complete);

// "class 19": what error() says of MPI_ERR_REQUEST.
std::string wrong_request();

// A run with these answers, in which a value under the key a is 7 on the request r.
struct WithValue {
  explicit WithValue(const std::string& answers = "");
  MPI_Aint value() { return get(a, MPIX_HANDLE_REQUEST, r.handle()); }

  Trial run;
  MPIX_Key a;
  Generalized r;
};

} // namespace moot::layer::test
