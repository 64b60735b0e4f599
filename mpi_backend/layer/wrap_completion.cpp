// MPI_Wait and MPI_Test, with their relatives; MPI_Finalize.
#include "mpi_backend/layer/deferred.h"
#include "mpi_backend/layer/fortran_handles.h"
#include "mpi_backend/layer/grequest.h"
#include "mpi_backend/layer/wrap.h"
#include "mpi_backend/layer/wrap_operation.h"

#include <algorithm>
#include <optional>
#include <thread>
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

// And end it? (In a callback of a set or a clear of its values, say.)
Reason may_end(const Object* request) {
  if (const Reason reason = may_complete(request); reason != Reason::none || request == nullptr) return reason;
  const bool in_callback = request->calls > 0 && is(Question::free_in_callback, Answer::erroneous);
  return in_callback ? Reason::free_in_callback : Reason::none;
}

// May MPI be asked about it? (Its free callbacks run before or after MPI lets go of it.)
Reason may_ask(const Object* request) {
  if (request != nullptr && request->freeing && request->native_owed) return Reason::none;
  return may_complete(request);
}

// While its destroy callbacks run, it is complete: such a function passes it over, if it may be used at all.
bool is_over(const Object& request) { return request.ending && !request.destroyed && !request.active; }
Reason may_pass_over() {
  return is(Question::use_in_destroy, Answer::erroneous) ? Reason::handle_ending : Reason::none;
}

MPI_Status* given(MPI_Status* statuses) { return statuses == MPI_STATUSES_IGNORE ? nullptr : statuses; }
Results results_of_one(MPI_Status* status) {
  return {true, false, status == MPI_STATUS_IGNORE ? nullptr : status, nullptr, nullptr};
}
Results results_of_all(MPI_Status* statuses) { return {true, true, given(statuses), nullptr, nullptr}; }
Results results_of_some(MPI_Status* statuses, const int* outcount, const int* indices) {
  return {true, true, given(statuses), outcount, indices};
}

// Could one of them call back, and is none of them a request of which MPI does not tell whether it is complete? (An inactive one always is.)
bool may_be_asked_first(const Completing& call, const Results& results) {
  bool any = false;
  for (std::size_t i = 0; i < call.left.size(); ++i) {
    if (call.left[i] == MPI_REQUEST_NULL) continue;
    const Object* const it = call.pending[i].get();
    if (it == nullptr || it->persistent) return false;
    if (it->generalized != nullptr && !can_be_asked_first(*it->generalized, results)) return false;
    any = any || !it->values.empty() || it->copies || it->generalized != nullptr;
  }
  return any;
}

bool is_complete(MPI_Request request) {
  int flag = 0;
  return PMPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS || flag != 0;
}

// Those that the call is to complete; the others are null. None: not enough of them are complete.
std::vector<MPI_Request> to_complete(How how, const std::vector<MPI_Request>& left) {
  for (;;) {
    std::vector<MPI_Request> complete(left.size(), MPI_REQUEST_NULL);
    bool all = true;
    bool any = false;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] == MPI_REQUEST_NULL || (any && how.completes == How::Completes::one)) continue;
      if (is_complete(left[i])) {
        complete[i] = left[i];
        any = true;
      } else {
        all = false;
      }
    }
    if (how.completes == How::Completes::all ? all : any) return complete;
    if (!how.waits) return {};
    std::this_thread::yield();
  }
}

// MPI would free the requests before their callbacks run, and might give their handles to other operations. So it is asked what is complete,
// and frees that in the end. Nothing: that was not enough.
template <class GetResults, class Native>
std::optional<Outcome> complete_before_mpi(Lock& lock, How how, const Completing& call, GetResults results,
                                           Native native) {
  Querying querying;
  querying.put_off();
  std::vector<MPI_Request> ending = unlocked(lock, [&] { return to_complete(how, call.left); });
  std::vector<Completed> completed;
  for (std::size_t i = 0; i < ending.size(); ++i)
    if (ending[i] != MPI_REQUEST_NULL) completed.push_back({call.pending[i], call.variables, i});
  if (completed.empty()) return std::nullopt;
  AskedFirst asked(lock, completed);
  complete(lock, std::move(completed));
  asked.tell(querying);
  const int error = unlocked(lock, [&] { return native(ending.data()); });
  return asked.outcome(error, ending.size(), results());
}

// A function that completes some of these requests: those that it sets to the null handle, each in `requests` as soon as
// request-completion says. `native` is given where MPI is to set them; `results` says where it tells of them.
template <class Native, class GetResults>
int wrap_completion(How how, int count, const Variables& variables, GetResults results, Native native) {
  MPI_Request* const requests = variables.in_c;
  if (!awake() || requests == nullptr || count < 0) return native(requests);
  return in_call([&](Lock& lock) -> Outcome {
    const auto size = static_cast<std::size_t>(count);
    std::vector<bool> over;
    std::vector<MPI_Request> left;
    Objects pending; // found before the call: afterwards the handles may be other threads'
    for (std::size_t i = 0; i < size; ++i) {
      const auto& it = pending.emplace_back(state().records.find(Kind::request, to_handle(requests[i])));
      over.push_back(it && is_over(*it));
      const Reason reason = over.back() ? may_pass_over() : may_end(it.get());
      if (reason != Reason::none) return reason;
      left.push_back(over.back() ? MPI_REQUEST_NULL : requests[i]);
    }
    Completing call{variables, std::move(pending), std::move(over), std::move(left)};
    const bool are_generalized = state().generalized > 0; // some, perhaps
    if (are_generalized && is_in_query(call)) return Reason::ended_in_query;
    if (may_be_asked_first(call, results()))
      if (const auto outcome = complete_before_mpi(lock, how, call, results, native)) return *outcome;
    if (are_generalized) [[unlikely]]
      return complete_some_generalized(lock, call, results(), native);
    const int error = unlocked(lock, [&] { return native(call.left.data()); });
    complete(lock, completed_of(variables, call.pending, call.over, call.left));
    return Outcome::of_native(error);
  });
}

} // namespace

// (MPI gets Fortran's variables, and sets those of the requests that it completes. They are as before until the layer sets them.)
int complete_requests(How how, int count, const Variables& variables, const Native& native) {
  if (!awake()) return native();
  const auto size = static_cast<std::size_t>(std::max(count, 0));
  MPI_Fint* const given = variables.in_fortran;
  const std::vector<MPI_Fint> at_first(given, given + size);
  return wrap_completion(
      how, count, variables, [] { return Results(); },
      [&](MPI_Request* left) {
        const MPI_Fint null = to_fortran(Kind::request, null_handle(Kind::request));
        const std::vector<MPI_Fint> before(given, given + size);
        for (std::size_t i = 0; i < size; ++i) given[i] = left[i] == MPI_REQUEST_NULL ? null : at_first[i];
        const int error = native();
        for (std::size_t i = 0; i < size; ++i)
          if (std::exchange(given[i], before[i]) == null) left[i] = MPI_REQUEST_NULL;
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

// Those of `count` requests, of which MPI gets a copy. `results`: where it says what it has done.
#define COMPLETES(name, how, count, requests, parameters, arguments, arguments_with_copy, results)                     \
  WRAPS(name, parameters, arguments,                                                                                   \
        wrap_completion(                                                                                               \
            how, count, {requests}, [=] { return results; },                                                           \
            [=](MPI_Request* copy) { return PMPI_##name arguments_with_copy; }))

COMPLETES(Wait, wait_for_all, 1, request, (MPI_Request * request, MPI_Status* status), (request, status),
          (copy, status), results_of_one(status))
COMPLETES(Test, test_all, 1, request, (MPI_Request * request, int* flag, MPI_Status* status), (request, flag, status),
          (copy, flag, status), results_of_one(status))
COMPLETES(Waitany, wait_for_one, count, requests, (int count, MPI_Request requests[], int* index, MPI_Status* status),
          (count, requests, index, status), (count, copy, index, status), results_of_one(status))
COMPLETES(Testany, test_one, count, requests,
          (int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status),
          (count, requests, index, flag, status), (count, copy, index, flag, status), results_of_one(status))
COMPLETES(Waitall, wait_for_all, count, requests, (int count, MPI_Request requests[], MPI_Status statuses[]),
          (count, requests, statuses), (count, copy, statuses), results_of_all(statuses))
COMPLETES(Testall, test_all, count, requests, (int count, MPI_Request requests[], int* flag, MPI_Status statuses[]),
          (count, requests, flag, statuses), (count, copy, flag, statuses), results_of_all(statuses))
COMPLETES(Waitsome, wait_for_some, count, requests,
          (int count, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]),
          (count, requests, outcount, indices, statuses), (count, copy, outcount, indices, statuses),
          results_of_some(statuses, outcount, indices))
COMPLETES(Testsome, test_some, count, requests,
          (int count, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]),
          (count, requests, outcount, indices, statuses), (count, copy, outcount, indices, statuses),
          results_of_some(statuses, outcount, indices))

// What is complete already can't be cancelled; a handle in the callbacks of its completion is.
MOOT_API int MPI_Cancel(MPI_Request* request) {
  if (!awake() || request == nullptr) return PMPI_Cancel(request);
  return in_call([=](Lock& lock) -> Outcome {
    const Object* const known = state().records.find(Kind::request, to_handle(*request));
    if (known != nullptr && known->generalized != nullptr) return cancel_generalized(lock, *known);
    const Reason reason = may_complete(known);
    if (reason != Reason::none) return reason;
    return Outcome::of_native(unlocked(lock, [=] { return PMPI_Cancel(request); }));
  });
}

// One that is over is passed over, as in MPI_Test.
[[gnu::noinline]] static int awake_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  return in_call([=](Lock& lock) -> Outcome {
    const ObjectPtr known = state().records.find(Kind::request, to_handle(request));
    if (known && known->generalized != nullptr) return get_generalized_status(lock, known, flag, status);
    const bool over = known && is_over(*known);
    const Reason reason = over ? may_pass_over() : may_ask(known.get());
    if (reason != Reason::none) return reason;
    const MPI_Request asked = over ? MPI_REQUEST_NULL : request;
    return Outcome::of_native(unlocked(lock, [=] { return PMPI_Request_get_status(asked, flag, status); }));
  });
}
MOOT_API int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  return awake() ? awake_get_status(request, flag, status) : PMPI_Request_get_status(request, flag, status);
}

MOOT_API int MPI_Finalize(void) {
  before_finalize();
  return PMPI_Finalize();
}

} // extern "C"
} // namespace moot::layer
