#include "mpi_backend/layer/deferred.h"

#include "mpi_backend/layer/copies.h"
#include "mpi_backend/layer/fault.h"
#include "mpi_backend/layer/fortran_handles.h"
#include "mpi_backend/layer/grequest.h"
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/phases.h"
#include "mpi_backend/layer/values.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace moot::layer {
namespace {

bool may_wait() { return !is(Question::deferred_destroy_where, Answer::completing_call); }

// Is this reference of an operation the last of a freed object that has anything to call?
bool is_last_of_freed(const ObjectPtr& held) {
  return held->freed && !held->ending && held->references == 1 && !(held->values.empty() && held->holds.empty());
}

// Could this receive complete now? Not to be asked where another thread may be completing it.
bool can_complete(Lock& lock, const Object& request) {
  const auto native = from_handle<MPI_Request>(request.handle);
  const Unlocked unlocked(lock);
  int flag = 0;
  PMPI_Request_get_status(native, &flag, MPI_STATUS_IGNORE);
  return flag != 0;
}

// Receives that can complete let go of what they alone keep alive, before they are completed.
void let_go_early(Lock& lock) {
  if (is_multithreaded()) return;
  for (const ObjectPtr& request : state().records.all(Kind::request)) {
    const bool plain = request->receive && !request->persistent && !request->freed;
    if (!plain || std::ranges::none_of(request->holds, is_last_of_freed)) continue;
    if (!may_wait() || !can_complete(lock, *request)) continue;
    const auto kept = std::stable_partition(request->holds.begin(), request->holds.end(), is_last_of_freed);
    for (auto held = request->holds.begin(); held != kept; ++held) {
      --(*held)->references;
      state().due.push_back(*held);
    }
    request->holds.erase(request->holds.begin(), kept);
  }
}

// Operations whose requests the program has freed, and which are complete by now, are over at some time. (Generalized ones end in
// MPI_Grequest_complete.)
void end_freed_operations(Lock& lock) {
  for (const ObjectPtr& request : state().records.all(Kind::request)) {
    if (std::exchange(request->just_freed, false)) continue;
    if (request->generalized != nullptr) continue;
    if (!request->freed || !request->active || !can_complete(lock, *request) || !state().draw.coin()) continue;
    auto native = from_handle<MPI_Request>(request->handle);
    {
      const Unlocked unlocked(lock);
      PMPI_Wait(&native, MPI_STATUS_IGNORE);
    }
    request->native_owed = native != MPI_REQUEST_NULL; // of a persistent one
    request->active = false;
    if (--request->references == 0) state().due.push_back(request);
  }
}

void destroy_due(Lock& lock, const ObjectPtr& object) {
  Objects objects = {object};
  const bool by_thread = is(Question::deferred_destroy_where, Answer::any_thread) && is_multithreaded();
  if (!by_thread || state().draw.coin()) {
    run_after(lock, objects);
    return;
  }
  const Unlocked unlocked(lock);
  std::thread([&objects] {
    Lock own;
    run_after(own, objects);
  }).join();
}

} // namespace

namespace {

// Its operation is complete, and MPI's request is gone: so is the handle, like one that is freed.
void complete(Lock& lock, const Completed& it) {
  const ObjectPtr& request = it.request;
  request->native_owed = false;
  request->free_in_progress = true;
  if (fault == Fault::request_forgotten) drop_values(lock, *request);
  if (request->copies) copy_phase(lock, request->holds.front(), *std::exchange(request->copies, nullptr));
  if (it.asks && fault != Fault::query_forgotten)
    ask_at_completion(lock, *request, it.status); // (before the free callbacks or after: any order will do)
  if (!request->values.empty() && is(Question::other_endings, Answer::as_free)) free_phase(lock, request);
  request->freed = true;
  if (request->generalized != nullptr) run_free_function(lock, *request);
  request->active = false;
  request->references -= 2; // the program's, and the operation's: a call that works on it may have one, too
  const bool goes_now = request->references == 0 || is(Question::destroy_time, Answer::at_free);
  Objects ended;
  if (goes_now) ended.push_back(request);
  for (const ObjectPtr& held : std::exchange(request->holds, {})) {
    const bool waits = is_last_of_freed(held) && may_wait();
    if (--held->references == 0) waits ? state().due.push_back(held) : ended.push_back(held);
  }
  end_objects(lock, ended);
  request->free_in_progress = false;
}

} // namespace

void Variables::set(std::size_t place, MPI_Request request) const {
  in_c[place] = request;
  if (in_fortran != nullptr) in_fortran[place] = to_fortran(Kind::request, to_handle(request));
}

void complete(Lock& lock, std::vector<Completed> requests) {
  while (!requests.empty()) {
    const auto next = requests.size() == 1 ? 0 : state().draw.below(requests.size());
    const Completed it = requests[next];
    requests.erase(requests.begin() + static_cast<std::ptrdiff_t>(next));
    const bool has_values = !it.request->values.empty();
    const bool is_null_in_callbacks = has_values && is(Question::request_completion, Answer::after);
    const bool sets_first = is_null_in_callbacks || (!has_values && it.request->generalized == nullptr);
    if (sets_first) it.variables.set(it.place, MPI_REQUEST_NULL);
    complete(lock, it);
    if (!is_null_in_callbacks) it.variables.set(it.place, MPI_REQUEST_NULL); // (a callback may use it again)
  }
}

void run_deferred(Lock& lock) {
  State& s = state();
  if (s.lingering > 0) {
    let_go_early(lock);
    end_freed_operations(lock);
  }
  if (s.due.empty()) return;
  Objects now;
  std::erase_if(s.due, [&](const ObjectPtr& object) {
    const bool chosen = s.draw.coin();
    if (chosen) now.push_back(object);
    return chosen;
  });
  for (const ObjectPtr& object : now) destroy_due(lock, object);
}

namespace {

// The callbacks of MPI_Finalize for the values on these objects, which stay.
void call_back_at_finalize(Lock& lock, const Objects& objects, FinalFree frees) {
  if (frees != FinalFree::none) final_free_phase(lock, objects, frees);
  final_destroy_phase(lock, objects);
}

template <class Fits> Objects with_values(Fits fits) {
  Objects found;
  for (const Kind kind : kinds()) {
    for (const ObjectPtr& object : state().records.all(kind)) {
      if (!object->freed && !object->destroyed && !object->values.empty() && fits(*object)) found.push_back(object);
    }
  }
  return found;
}

bool is_self(const Object& object) {
  return object.kind == Kind::communicator && object.handle == to_handle(MPI_COMM_SELF);
}

} // namespace

void run_last(Lock& lock) {
  while (!state().due.empty()) run_after(lock, state().due);
  const Objects self = with_values(is_self);
  if (!self.empty() && !is(Question::predefined_at_finalize, Answer::none)) {
    call_back_at_finalize(lock, self, FinalFree::last_set_first);
  }
  const Objects predefined = with_values([](const Object& object) { return object.predefined && !is_self(object); });
  if (!predefined.empty() && is(Question::predefined_at_finalize, Answer::all_last_set_first)) {
    call_back_at_finalize(lock, predefined, FinalFree::last_set_first);
  }
  const Objects leaked = with_values([](const Object& object) { return !object.predefined; });
  if (!leaked.empty() && !is(Question::leaked_at_finalize, Answer::none)) {
    const bool frees = is(Question::leaked_at_finalize, Answer::free_and_destroy);
    call_back_at_finalize(lock, leaked, frees ? FinalFree::any_order : FinalFree::none);
  }
  const Objects keys = cyclic_keys();
  if (!keys.empty() && is(Question::key_cycle, Answer::collected_at_finalize)) destroy_phase(lock, keys);
}

} // namespace moot::layer
