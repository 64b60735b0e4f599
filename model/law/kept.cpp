// What an operation involves, and its request keeps: which call lets go of it once the operation can be complete. (When the operation is
// complete for the program: operations.cpp.)
#include "model/law/kinds.h"
#include "model/law/law.h"
#include "model/law/sentences.h"

#include <algorithm>
#include <array>
#include <utility>

namespace moot {

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

// An operation that can complete lets go of what it keeps. If it keeps nothing more, and its request was freed, it is over. (What a
// persistent request involves, the request itself keeps.)
template <typename Goes> void Law::let_go(Slot request, std::size_t frame, const Goes& goes) {
  const bool keeps = !is_persistent(state.objects[request]);
  boost::container::small_vector<Slot, 2> gone;
  for (const auto* kept : {&state.objects[request].base, &state.objects[request].comm})
    if (*kept != no_slot && keeps && goes(*kept)) gone.push_back(*kept);
  carry_out(is_deallocated_afterwards, [&] {
    auto& object = state.objects.edit(request);
    for (auto* kept : {&object.base, &object.comm})
      if (std::ranges::find(gone, *kept) != gone.end()) *kept = no_slot;
    const bool keeps_more = keeps && (object.base != no_slot || object.comm != no_slot);
    const bool is_over = !object.handle_live && !keeps_more;
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
    request_of(object).active() = false;
    request_of(object).matched() = is_generalized(object);
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
  const auto& it = state.objects[request];
  const bool all = !it.handle_live && (has_values(request) || !keeps_what_waits(state, request));
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

// A persistent request keeps what it involves as long as the program has it; a generalized one involves nothing, and goes in the call that
// says so. (Only requests are matched.)
bool may_let_go_early(const Object& request) {
  return request.matched && !is_generalized(request) && !(is_persistent(request) && request.handle_live);
}

// The operations that could let go of it now.
std::uint32_t finished_operations(const State& state, Slot slot) {
  std::uint32_t count = 0;
  for (const auto& request : state.objects)
    if (may_let_go_early(request)) count += (request.base == slot ? 1U : 0U) + (request.comm == slot ? 1U : 0U);
  return count;
}

} // namespace

// (What calls in progress hold, they let go of themselves.)
bool would_destroy_values(const State& state, Slot slot) {
  if (slot == no_slot) return false;
  const auto& object = state.objects[slot];
  if (object.handle_live) return false;
  const auto held = std::ranges::count_if(
      state.phases, [&](const Phase& it) { return it.type == Phase::Type::hold && it.object == slot; });
  if (object.references > std::max(1U, finished_operations(state, slot)) + static_cast<std::uint32_t>(held))
    return false;
  return std::ranges::find(state.attachments, slot, &Attachment::object) != state.attachments.end() ||
         would_destroy_values(state, object.base) || would_destroy_values(state, object.comm);
}

bool keeps_what_waits(const State& state, Slot request) {
  const auto& it = state.objects[request];
  if (!may_let_go_early(it)) return false;
  const bool itself =
      !it.handle_live && std::ranges::find(state.attachments, request, &Attachment::object) != state.attachments.end();
  return itself || would_destroy_values(state, it.base) || would_destroy_values(state, it.comm);
}

bool keeps_a_handle(const State& state, Slot request) {
  const auto& it = state.objects[request];
  if (it.handle_live || !may_let_go_early(it)) return false;
  const auto goes_with_a_copy = [&](Slot slot) {
    return slot != no_slot && !state.objects[slot].handle_live && state.is_named(slot);
  };
  return goes_with_a_copy(request) || goes_with_a_copy(it.base) || goes_with_a_copy(it.comm);
}

std::span<const Sentence* const> sentences_of_what_is_kept() {
  static constexpr std::array all{&is_deallocated_afterwards, &is_let_go_somewhere, &completes_by_itself};
  return all;
}

} // namespace moot
