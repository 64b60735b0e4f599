// Silent moves of MPI: operations complete and let go of what they keep; dups fail; frees leave something for later.
#include "model/kinds.h"
#include "model/phases/row.h"
#include "model/sentences.h"

#include <utility>

namespace moot {

constexpr Sentence call_completes{by(Clause::operation_completes),
                                  "when the operation is complete, its request is deallocated, and MPI_Wait returns"};

namespace {

constexpr Sentence is_deallocated_afterwards{by(Clause::object_kept),
                                             "what the operation involves is deallocated when it is complete"};
constexpr Sentence may_fail_without_copies{by(Clause::copy_when),
                                           "what becomes of the copies of a dup that fails is not said"};

} // namespace

// Asks deferred-destroy-where: who runs the destroy callbacks of an object that only this operation kept alive.
void Law::complete(std::size_t frame) {
  auto& call = state.frames[frame].call();
  const auto request = static_cast<Slot>(call.on().number);
  carry_out(call_completes, [&] {
    call.result = Value::integer(1);
    state.objects[request].handle_live = false;
    state.objects[request].references = 0;
  });
  const auto goes_now = [&](Slot kept) {
    return !would_destroy_values(state, kept) || ask<DeferredDestroyWhere>() == DeferredDestroyWhere::completing_call;
  };
  const auto& object = state.objects[request];
  const bool base = goes_now(object.base);
  const bool comm = goes_now(object.comm);
  let_go(request, frame, {base, comm});
}

void Law::release_operation(Slot request, std::size_t frame) {
  older_phases_ = state.phases.size();
  const auto& object = state.objects[request];
  let_go(request, frame, {would_destroy_values(state, object.base), would_destroy_values(state, object.comm)});
}

// An operation that can complete lets go of what it keeps; a request that is complete and keeps nothing is gone.
void Law::let_go(Slot request, std::size_t frame, LetGo what) {
  carry_out(is_deallocated_afterwards, [&] {
    auto& object = state.objects[request];
    const auto base = what.base ? std::exchange(object.base, no_slot) : no_slot;
    const auto comm = what.comm ? std::exchange(object.comm, no_slot) : no_slot;
    if (!object.handle_live && object.base == no_slot && object.comm == no_slot) state.forget(request);
    for (const auto kept : {base, comm})
      if (kept != no_slot && !stopped()) release(kept, frame);
  });
  if (!stopped()) settle(state.frames[frame].thread);
}

void Law::release_on_library_thread(Slot request, std::uint32_t thread) {
  state.frames.push_back({thread, LibraryWork{}});
  release_operation(request, state.frames.size() - 1);
}

// Asks failed-dup, failing-copy, type-failing-copy: the dup fails after some of its copies. (No sentence names the class. What a
// callback freed goes as whatever the program frees.)
void Law::fail(std::size_t frame) {
  carry_out(may_fail_without_copies, [&] {
    auto& call = state.frames[frame].call();
    const auto created = call.created;
    call.failed = true;
    call.error = ErrorClass::an_error;
    call.clause = may_fail_without_copies.clause();
    give_up_phases(frame, [](const Phase&) {});
    if (created == no_slot || !state.objects[created].handle_live) return;
    for (const auto column : columns)
      if (has_values(created, column) && row_of(column).loses_copies(*this, created))
        detach_all(created, frame, column);
    state.objects[created].handle_live = false;
    release(created, frame);
  });
  if (!stopped()) settle(state.frames[frame].thread);
}

// Asks delete-time: either. What keeps the object alive may keep its attributes, too.
void Law::defer(std::size_t frame) {
  const auto index = state.current_phase(frame);
  state.phases[index].may_defer = false;
  state.forgive(
      [&](const Obligation& owed) { return owed.phase == index && column_of(owed.key) == Column::attributes; });
  settle(state.frames[frame].thread);
}

void Law::end_free(std::size_t frame) {
  end_phase(state.current_phase(frame));
  if (!stopped()) settle(state.frames[frame].thread);
}

std::span<const Sentence* const> sentences_of_operations() {
  static constexpr std::array all{&call_completes, &is_deallocated_afterwards, &may_fail_without_copies};
  return all;
}

} // namespace moot
