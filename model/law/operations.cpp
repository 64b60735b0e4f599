// Operations that have begun: when they are complete, which call waits for that, and what they let go of then. (What begins them, and makes
// them refer to what they involve: rules/request.cpp, and MPI_Comm_idup. One that is `matched` may be complete at any time.)
#include "model/law/kinds.h"
#include "model/law/law.h"
#include "model/law/sentences.h"

#include <algorithm>
#include <utility>

namespace moot {

bool awaits_operation(const CallFrame& call) {
  return (call.procedure == Procedure::wait || call.procedure == Procedure::test) && call.result.number == 0;
}

bool may_return(const CallFrame& call) { return call.procedure != Procedure::wait || !awaits_operation(call); }

bool may_complete(const State& state, const CallFrame& call) {
  return awaits_operation(call) && call.on().type == Value::Type::object &&
         state.objects[static_cast<Slot>(call.on().number)].matched;
}

// (A wait or test begins with 0, on the null request with 1: rules/request.cpp; there, too, its handle becomes null: Leaves::null_handle. What
// must be complete before MPI_Finalize and MPI_Comm_disconnect: no_operation_is_left, rules/environment.cpp, and nothing_is_pending,
// rules/communicator.cpp.)
constexpr Sentence call_completes{by(Clause::operation_completes), "when the operation is complete, MPI_Wait returns"};

// (What follows: complete_phase, phases/complete.cpp. A callback that copies comes first.)
constexpr Sentence goes_with_its_operation{by({Clause::operation_completes, Clause::request_persistent}),
                                           "the request goes when its operation is complete; a persistent one becomes "
                                           "inactive, and stays"};

void Law::complete(std::size_t frame) {
  const auto request = static_cast<Slot>(state.frames[frame].call().on().number);
  carry_out(call_completes, [&] { state.frames.edit(frame).call().result = Value::integer(1); });
  carry_out(goes_with_its_operation, [&] {
    if (is_persistent(state.objects[request])) {
      state.frames.edit(frame).call().leaves_handle = true;
      auto operation = request_of(state.objects.edit(request));
      operation.active() = operation.matched() = false;
      --operation.it.references;
    } else {
      owe_of_completion(frame, request);
    }
  });
  if (!stopped()) settle(state.frames[frame].thread);
}

// ---- what the operation involves

namespace {

constexpr Sentence is_deallocated_afterwards{by(Clause::object_kept),
                                             "what the operation involves is deallocated when it is complete"};
constexpr Sentence is_let_go_somewhere{
    by({Clause::attr_synchronous, Clause::object_kept}).asks<DeferredDestroyWhere>(),
    "by the call that completes the operation, by a later one, or by a thread of MPI's: that is not said, but that "
    "callbacks are only called synchronously"};

// Whose request the program has freed, and no call completes.
constexpr Sentence completes_by_itself{by(Clause::request_freed),
                                       "an operation whose request was freed completes, and the request goes then"};

} // namespace

// Asked by Law::end_operation (below), by releases (mpi.cpp), whose moves are those of later calls and of the library's thread, and by
// Law::others_may_go (below). Which operations: keeps_what_waits (at the end).
bool may_let_go(Questions& questions, const Object& request, LetsGo who) {
  if (who == LetsGo::later_call && !request.handle_live)
    return questions.holds(completes_by_itself, [] { return true; });
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

// An operation that can complete lets go of what it keeps. If it keeps nothing more, and its request was freed, it is over.
template <typename Goes> void Law::let_go(Slot request, std::size_t frame, const Goes& goes) {
  boost::container::small_vector<Slot, 2> gone;
  for (const auto* kept : {&state.objects[request].base, &state.objects[request].comm})
    if (*kept != no_slot && goes(*kept)) gone.push_back(*kept);
  carry_out(is_deallocated_afterwards, [&] {
    auto& object = state.objects.edit(request);
    for (auto* kept : {&object.base, &object.comm})
      if (std::ranges::find(gone, *kept) != gone.end()) *kept = no_slot;
    const bool is_over = !object.handle_live && object.base == no_slot && object.comm == no_slot;
    if (is_over) request_of(object).active() = request_of(object).matched() = false;
    for (const auto kept : gone)
      if (!stopped()) release(kept, frame);
    if (is_over && !stopped()) release(request, frame);
  });
}

// What waits stays with what is left of the operation, which no handle names.
void Law::end_operation(Slot request, std::size_t frame) {
  Object rest = state.objects[request];
  const auto goes = [&](Slot kept) {
    return !would_destroy_values(state, kept) || may_let_go(*this, state.objects[request], LetsGo::completing_call);
  };
  boost::container::small_vector<Slot, 2> gone;
  for (auto* kept : {&rest.base, &rest.comm})
    if (*kept != no_slot && goes(*kept)) gone.push_back(std::exchange(*kept, no_slot));
  carry_out(is_deallocated_afterwards, [&] {
    auto& object = state.objects.edit(request);
    object.base = object.comm = no_slot;
    request_of(object).active() = request_of(object).matched() = false;
    --object.references;
    if (rest.base != no_slot || rest.comm != no_slot) {
      rest.handle_live = false;
      rest.references = 1;
      state.add(rest);
    }
    for (const auto kept : gone)
      if (!stopped()) release(kept, frame);
  });
}

// The request of an MPI_Comm_idup.
void Law::void_operation(std::size_t frame) {
  const auto& made = state.frames[frame].call().second_result;
  if (made.type != Value::Type::object) return;
  auto& it = state.objects.edit(static_cast<Slot>(made.number));
  request_of(it).active() = request_of(it).matched() = it.handle_live = false;
  --it.references;
  release(static_cast<Slot>(made.number), frame);
}

void Law::release_operation(Slot request, std::size_t frame) {
  older_phases_ = state.phases.size();
  const bool all = !state.objects[request].handle_live && has_values(request);
  let_go(request, frame, [&](Slot kept) { return all || would_destroy_values(state, kept); });
  if (!stopped()) settle(state.frames[frame].thread);
}

void Law::release_on_library_thread(Slot request, std::uint32_t thread) {
  state.frames.add(thread, LibraryWork{});
  release_operation(request, state.frames.size() - 1);
}

// An object that waits for its destroy callbacks may go before the handle that is being freed.
bool Law::others_may_go(std::size_t free) {
  if (state.requests == 0 || state.phases[free].type != Phase::Type::free) return false;
  for (Slot slot = 0; slot < state.objects.size(); ++slot)
    if (keeps_what_waits(state, slot) && may_let_go(*this, state.objects[slot], LetsGo::later_call)) return true;
  return false;
}

namespace {

// A persistent request keeps what it involves as long as the program has it.
bool may_let_go_early(const Object& request) {
  return request.matched && !(is_persistent(request) && request.handle_live); // (only requests are matched)
}

// The operations that could let go of it now.
std::uint32_t finished_operations(const State& state, Slot slot) {
  std::uint32_t count = 0;
  for (const auto& request : state.objects)
    if (may_let_go_early(request)) count += (request.base == slot ? 1U : 0U) + (request.comm == slot ? 1U : 0U);
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

bool keeps_what_waits(const State& state, Slot request) {
  const auto& it = state.objects[request];
  if (!may_let_go_early(it)) return false;
  const bool itself =
      !it.handle_live && std::ranges::find(state.attachments, request, &Attachment::object) != state.attachments.end();
  return itself || would_destroy_values(state, it.base) || would_destroy_values(state, it.comm);
}

std::span<const Sentence* const> sentences_of_operations() {
  static constexpr std::array all{&call_completes, &goes_with_its_operation, &is_deallocated_afterwards,
                                  &is_let_go_somewhere, &completes_by_itself};
  return all;
}

} // namespace moot
