// Operations that have begun: when they are complete, which call waits for that, and what they let go of then. (What begins them, and makes
// them refer to what they involve: rules/request.cpp, and MPI_Comm_idup. One that is `matched` may be complete at any time.)
#include "model/law/law.h"
#include "model/law/sentences.h"

#include <algorithm>

namespace moot {

bool awaits_operation(const CallFrame& call) {
  return (call.procedure == Procedure::wait || call.procedure == Procedure::test) && call.result.number == 0;
}

bool may_return(const CallFrame& call) { return call.procedure != Procedure::wait || !awaits_operation(call); }

bool may_complete(const State& state, const CallFrame& call) {
  return awaits_operation(call) && state.objects[static_cast<Slot>(call.on().number)].matched;
}

// (A wait or test begins with 0, on the null request with 1: rules/request.cpp; there, too, its handle becomes null: Leaves::null_handle. What
// must be complete before MPI_Finalize and MPI_Comm_disconnect: no_operation_is_left, rules/environment.cpp, and nothing_is_pending,
// rules/communicator.cpp.)
constexpr Sentence call_completes{by(Clause::operation_completes),
                                  "when the operation is complete, its request is deallocated, and MPI_Wait returns"};

void Law::complete(std::size_t frame) {
  auto& call = state.frames.edit(frame).call();
  const auto request = static_cast<Slot>(call.on().number);
  carry_out(call_completes, [&] {
    call.result = Value::integer(1);
    auto& completed = state.objects.edit(request);
    completed.handle_live = false;
    completed.references = 0;
  });
  const auto goes_now = [&](Slot kept) {
    return !would_destroy_values(state, kept) || may_let_go(*this, LetsGo::completing_call);
  };
  let_go(request, frame, goes_now); // (below)
}

// ---- what the operation involves

namespace {

constexpr Sentence is_deallocated_afterwards{by(Clause::object_kept),
                                             "what the operation involves is deallocated when it is complete"};
constexpr Sentence is_let_go_somewhere{
    by({Clause::attr_synchronous, Clause::object_kept}).asks<DeferredDestroyWhere>(),
    "by the call that completes the operation, by a later one, or by a thread of MPI's: that is not said, but that "
    "callbacks are only called synchronously"};

} // namespace

// Asked by Law::complete (above), by releases (mpi.cpp), whose moves are those of later calls and of the library's thread, and by
// Law::others_may_go (below). Which operations: keeps_what_waits (at the end).
bool may_let_go(Questions& questions, LetsGo who) {
  return questions.holds(is_let_go_somewhere, [&] {
    const auto answer = questions.ask<DeferredDestroyWhere>();
    switch (who) {
    case LetsGo::completing_call: return answer == DeferredDestroyWhere::completing_call;
    case LetsGo::later_call: return answer != DeferredDestroyWhere::completing_call;
    case LetsGo::library_thread: return answer == DeferredDestroyWhere::any_thread;
    }
    return false;
  });
}

// An operation that can complete lets go of what it keeps; a request that is complete and keeps nothing is gone.
template <typename Goes> void Law::let_go(Slot request, std::size_t frame, const Goes& goes) {
  boost::container::small_vector<Slot, 2> gone;
  for (const auto* kept : {&state.objects[request].base, &state.objects[request].comm})
    if (*kept != no_slot && goes(*kept)) gone.push_back(*kept);
  carry_out(is_deallocated_afterwards, [&] {
    auto& object = state.objects.edit(request);
    for (auto* kept : {&object.base, &object.comm})
      if (std::ranges::find(gone, *kept) != gone.end()) *kept = no_slot;
    if (!object.handle_live && object.base == no_slot && object.comm == no_slot) state.forget(request);
    for (const auto kept : gone)
      if (!stopped()) release(kept, frame);
  });
  if (!stopped()) settle(state.frames[frame].thread);
}

void Law::release_operation(Slot request, std::size_t frame) {
  older_phases_ = state.phases.size();
  let_go(request, frame, [&](Slot kept) { return would_destroy_values(state, kept); });
}

void Law::release_on_library_thread(Slot request, std::uint32_t thread) {
  state.frames.add(thread, LibraryWork{});
  release_operation(request, state.frames.size() - 1);
}

// An object that waits for its destroy callbacks may go before the handle that is being freed.
bool Law::others_may_go() {
  if (state.requests == 0) return false;
  const bool waits =
      std::ranges::any_of(state.objects, [&](const Object& request) { return keeps_what_waits(state, request); });
  return waits && may_let_go(*this, LetsGo::later_call);
}

namespace {

// The operations that could let go of it now.
std::uint32_t finished_operations(const State& state, Slot slot) {
  std::uint32_t count = 0;
  for (const auto& request : state.objects)
    if (request.matched) count += (request.base == slot ? 1U : 0U) + (request.comm == slot ? 1U : 0U);
  return count;
}

} // namespace

bool would_destroy_values(const State& state, Slot slot) {
  if (slot == no_slot) return false;
  const auto& object = state.objects[slot];
  if (object.handle_live || object.references > std::max(1U, finished_operations(state, slot))) return false;
  return std::ranges::find(state.attachments, slot, &Attachment::object) != state.attachments.end() ||
         would_destroy_values(state, object.base);
}

bool keeps_what_waits(const State& state, const Object& request) {
  return request.matched && // (only requests are)
         (would_destroy_values(state, request.base) || would_destroy_values(state, request.comm));
}

std::span<const Sentence* const> sentences_of_operations() {
  static constexpr std::array all{&call_completes, &is_deallocated_afterwards, &is_let_go_somewhere};
  return all;
}

} // namespace moot
