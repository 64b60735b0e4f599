// MPI_Wait and MPI_Test, with their relatives; MPI_Finalize.
#include "mpi_backend/layer/deferred.h"
#include "mpi_backend/layer/wrap.h"
#include "mpi_backend/layer/wrap_operation.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace moot::layer {
namespace {

// May the program complete this request? (One that the layer did not see begin: null.)
Reason may_complete(const Object* request) {
  if (request == nullptr) return Reason::none;
  if (request->freeing) return Reason::free_in_free;
  return request->freed || request->destroyed ? Reason::handle_freed : Reason::none;
}

// While its destroy callbacks run, it is complete: such a function passes it over, if it may be used at all.
bool is_over(const Object& request) { return request.ending && !request.destroyed && !request.active; }
Reason may_pass_over() {
  return is(Question::use_in_destroy, Answer::erroneous) ? Reason::handle_ending : Reason::none;
}

// A function that completes some of these requests: those that it sets to the null handle, each in `requests` as soon as
// request-completion says. `native` is given where MPI is to set them.
template <class Native> int wrap_completion(int count, MPI_Request* requests, Native native) {
  if (!awake() || requests == nullptr || count < 0) return native(requests);
  return in_call([&](Lock& lock) -> Outcome {
    const auto size = static_cast<std::size_t>(count);
    std::vector<bool> over;
    std::vector<MPI_Request> left;
    Objects pending; // found before the call: afterwards the handles may be other threads'
    for (std::size_t i = 0; i < size; ++i) {
      const auto& it = pending.emplace_back(state().records.find(Kind::request, to_handle(requests[i])));
      over.push_back(it && is_over(*it));
      const Reason reason = over.back() ? may_pass_over() : may_complete(it.get());
      if (reason != Reason::none) return reason;
      left.push_back(over.back() ? MPI_REQUEST_NULL : requests[i]);
    }
    const int error = unlocked(lock, [&] { return native(left.data()); });
    std::vector<Completed> completed;
    for (std::size_t i = 0; i < size; ++i) {
      if (over[i]) continue;
      if (pending[i] && left[i] == MPI_REQUEST_NULL)
        completed.push_back({pending[i], &requests[i]});
      else
        requests[i] = left[i];
    }
    complete(lock, std::move(completed));
    return Outcome::of_native(error);
  });
}

} // namespace

int complete_requests(int count, MPI_Request* requests, const Native& native) {
  return wrap_completion(count, requests, [&](MPI_Request* left) {
    const int error = native();
    std::copy(requests, requests + std::max(count, 0), left);
    return error;
  });
}

void before_finalize() {
  if (!awake() || fault == Fault::finalize_forgets) return;
  in_call([](Lock& lock) {
    run_last(lock);
    return Outcome::of_native(MPI_SUCCESS);
  });
}

extern "C" {

// Those of `count` requests, of which MPI gets a copy.
#define COMPLETES(name, count, requests, parameters, arguments, arguments_with_copy)                                   \
  WRAPS(name, parameters, arguments,                                                                                   \
        wrap_completion(count, requests, [=](MPI_Request* copy) { return PMPI_##name arguments_with_copy; }))

COMPLETES(Wait, 1, request, (MPI_Request * request, MPI_Status* status), (request, status), (copy, status))
COMPLETES(Test, 1, request, (MPI_Request * request, int* flag, MPI_Status* status), (request, flag, status),
          (copy, flag, status))
COMPLETES(Waitany, count, requests, (int count, MPI_Request requests[], int* index, MPI_Status* status),
          (count, requests, index, status), (count, copy, index, status))
COMPLETES(Testany, count, requests, (int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status),
          (count, requests, index, flag, status), (count, copy, index, flag, status))
COMPLETES(Waitall, count, requests, (int count, MPI_Request requests[], MPI_Status statuses[]),
          (count, requests, statuses), (count, copy, statuses))
COMPLETES(Testall, count, requests, (int count, MPI_Request requests[], int* flag, MPI_Status statuses[]),
          (count, requests, flag, statuses), (count, copy, flag, statuses))
COMPLETES(Waitsome, count, requests,
          (int count, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]),
          (count, requests, outcount, indices, statuses), (count, copy, outcount, indices, statuses))
COMPLETES(Testsome, count, requests,
          (int count, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]),
          (count, requests, outcount, indices, statuses), (count, copy, outcount, indices, statuses))

// What is complete already can't be cancelled; a handle in the callbacks of its completion is.
MOOT_API int MPI_Cancel(MPI_Request* request) {
  if (!awake() || request == nullptr) return PMPI_Cancel(request);
  return in_call([=](Lock& lock) -> Outcome {
    const Reason reason = may_complete(state().records.find(Kind::request, to_handle(*request)));
    if (reason != Reason::none) return reason;
    return Outcome::of_native(unlocked(lock, [=] { return PMPI_Cancel(request); }));
  });
}

MOOT_API int MPI_Finalize(void) {
  before_finalize();
  return PMPI_Finalize();
}

} // extern "C"
} // namespace moot::layer
