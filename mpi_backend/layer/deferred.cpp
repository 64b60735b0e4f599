#include "mpi_backend/layer/deferred.h"

#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/phases.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace moot::layer {
namespace {

bool is_multithreaded() {
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  return level == MPI_THREAD_MULTIPLE;
}

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

void complete(Lock& lock, const Objects& requests) {
  Objects ended;
  for (const ObjectPtr& request : requests) {
    request->native_owed = false;
    request->freed = true;
    request->free_in_progress = true;
    request->references = 0;
    ended.push_back(request);
    for (const ObjectPtr& held : std::exchange(request->holds, {})) {
      const bool waits = is_last_of_freed(held) && may_wait();
      if (--held->references == 0) waits ? state().due.push_back(held) : ended.push_back(held);
    }
  }
  end_objects(lock, ended);
  for (const ObjectPtr& request : requests) request->free_in_progress = false;
}

void run_deferred(Lock& lock) {
  State& s = state();
  if (s.lingering > 0) let_go_early(lock);
  if (s.due.empty()) return;
  Objects now;
  std::erase_if(s.due, [&](const ObjectPtr& object) {
    const bool chosen = s.draw.coin();
    if (chosen) now.push_back(object);
    return chosen;
  });
  for (const ObjectPtr& object : now) destroy_due(lock, object);
}

void run_last(Lock& lock) {
  while (!state().due.empty()) run_after(lock, state().due);
  const Objects keys = cyclic_keys();
  if (!keys.empty() && is(Question::key_cycle, Answer::collected_at_finalize)) destroy_phase(lock, keys, Order::any);
}

} // namespace moot::layer
