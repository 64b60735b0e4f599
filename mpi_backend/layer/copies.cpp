#include "mpi_backend/layer/copies.h"

#include "mpi_backend/layer/callbacks.h"
#include "mpi_backend/layer/fault.h"
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/turns.h"
#include "mpi_backend/layer/values.h"

#include <algorithm>
#include <optional>

namespace moot::layer {
namespace {

std::vector<OwedCopy> owed_copies(const Object& from) {
  std::vector<OwedCopy> owed;
  for (const Value& value : from.values) {
    const ObjectPtr& key = value.key;
    const bool known = std::ranges::find(owed, key, &OwedCopy::key) != owed.end();
    if (known || !copyable(from, *key)) continue;
    const bool in_own_destruction = copyable(from, *key)->destroying > 0; // (dup-in-destroy alone decides)
    if (key->freed && !in_own_destruction && is(Question::copy_of_freed_key, Answer::no)) continue;
    owed.push_back({key, key->freed});
  }
  if (fault == Fault::copy_missed) {
    if (!owed.empty()) owed.pop_back();
  }
  return owed;
}

// When its value was set. (A replacement may be between the old one and the new one.)
std::uint64_t set_at(const Object& from, const OwedCopy& copy) {
  const Value* const value = state().values.newest(from, *copy.key);
  return value == nullptr ? state().sets + 1 : value->set_at;
}

// Takes the copy to make next out of those owed. What another thread takes away, or frees, is passed over.
std::optional<OwedCopy> take_next(Lock& lock, std::vector<OwedCopy>& owed, const Object& from) {
  const auto key_of = [](const OwedCopy& one) -> const Object& { return *one.key; };
  while (!owed.empty()) {
    const bool last_set_first = owed.size() > 1 && is(Question::copy_order, Answer::last_set_first);
    const OwedCopy* const next =
        last_set_first ? &*std::ranges::max_element(owed, {}, [&](const OwedCopy& one) { return set_at(from, one); })
                       : any_that_may_begin(lock, owed, Function::copy, key_of);
    if (next == nullptr) break;
    const OwedCopy taken = *next;
    std::erase_if(owed, [&](const OwedCopy& one) { return one.key == taken.key; });
    if (copyable(from, *taken.key)) return taken;
  }
  return std::nullopt;
}

void run_copy(Lock& lock, const ObjectPtr& from, const ObjectPtr& to, const OwedCopy& next) {
  Copied copied;
  {
    const Turn turn(lock, *next.key, Function::copy);
    const Value* const value = copyable(*from, *next.key);
    if (value == nullptr) return; // (another thread has taken it away meanwhile)
    ++from->copying;
    ++to->copying;
    const Running running(*from, *to);
    copied = call_back_copy(lock, *from, *to, *value, next.key_freed_at_start);
  }
  --from->copying;
  --to->copying;
  if (copied.flag) set_value(lock, to, next.key, copied.value);
}

// After how many copies the dup fails, where it may.
std::optional<std::size_t> drawn_failure(std::size_t copies) {
  Draw& draw = state().draw;
  if (!std::exchange(state().may_fail_next_dup, false) || !draw.coin()) return std::nullopt;
  return draw.below(copies + 1);
}

void fail_dup(Lock& lock, const ObjectPtr& to) {
  if (to->freed) return; // a callback freed it: it goes as whatever the program frees
  if (!to->values.empty() && is(Question::failed_dup, Answer::none)) drop_values(lock, *to);
  to->freed = true;
  --to->references; // the user's, who never got it; the dup in progress has one more
}

} // namespace

// (Threads' dups may end in another order than they began.)
OwedCopies::~OwedCopies() {
  auto** place = &from.owed_copies;
  while (*place != this) place = &(*place)->others;
  *place = others;
}

void forgive_copies(Object& object, const Object& key) {
  for (auto* copies = object.owed_copies; copies != nullptr; copies = copies->others)
    std::erase_if(copies->owed, [&](const OwedCopy& one) { return one.key == &key; });
}

bool copy_values(Lock& lock, const ObjectPtr& from, const ObjectPtr& to) {
  const Working working_from(lock, from);
  const Working working_to(lock, to);
  OwedCopies copies(*from, owed_copies(*from));
  const std::optional<std::size_t> failure = drawn_failure(copies.owed.size());
  for (std::size_t made = 0; failure != made; ++made) {
    const std::optional<OwedCopy> next = take_next(lock, copies.owed, *from);
    if (!next) break;
    run_copy(lock, from, to, *next);
  }
  if (failure) fail_dup(lock, to);
  to->free_in_progress = to->freed; // it is this call's until it returns
  return !failure;
}

void copy_hidden(Lock& lock, const ObjectPtr& from, Object& window) {
  MPI_Comm made = MPI_COMM_NULL;
  {
    const auto comm = from_handle<MPI_Comm>(from->handle);
    const Unlocked unlocked(lock);
    if (PMPI_Comm_dup(comm, &made) != MPI_SUCCESS) return;
  }
  const ObjectPtr hidden = state().records.created(Kind::communicator, to_handle(made));
  hidden->freed = true;
  window.holds.push_back(hidden); // its only reference
  keep(lock, hidden->errhandler, from->errhandler);
  copy_phase(lock, from, *hidden);
  hidden->free_in_progress = false;
}

bool nulls_failed_out() {
  const Answer answer = ask(Question::failed_out);
  return answer == Answer::null_handle || (answer == Answer::undefined && state().draw.coin());
}

} // namespace moot::layer
