// Operations that have begun: when they are complete, which call waits for that, and what they let go of then. (What begins them, and makes
// them refer to what they involve: rules/request.cpp, and MPI_Comm_idup. One that is `matched` may be complete at any time.)
#include "model/law/kinds.h"
#include "model/law/law.h"
#include "model/law/messages.h"
#include "model/law/sentences.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace moot {

bool is_active_request(const State& state, const Value& operand) {
  return operand.type == Value::Type::object && operand.kind == Kind::request &&
         request_of(state.objects[static_cast<Slot>(operand.number)]).active();
}

namespace {

using Which = Completion::Which;
constexpr std::array completions{
    Completion{Procedure::wait, Which::all, true},         Completion{Procedure::test, Which::all, false},
    Completion{Procedure::waitall, Which::all, true},      Completion{Procedure::testall, Which::all, false},
    Completion{Procedure::waitany, Which::any, true},      Completion{Procedure::testany, Which::any, false},
    Completion{Procedure::waitsome, Which::some, true},    Completion{Procedure::testsome, Which::some, false},
    Completion{Procedure::send, Which::all, true},         Completion{Procedure::mprobe, Which::message, true},
    Completion{Procedure::improbe, Which::message, false}, Completion{Procedure::parrived, Which::partition, false}};

// The request in this place. (MPI_Send may have one that no variable names: its result.)
const Value& request_in(const CallFrame& call, std::size_t operand) {
  return call.procedure == Procedure::send && operand == 0 ? call.result : call.arguments.at(operand);
}

// (A stale one was completed by another thread: the call waits for ever.)
bool awaits(const State& state, const CallFrame& call, std::size_t operand) {
  const auto& it = request_in(call, operand);
  const bool is_stale = it.type == Value::Type::stale && it.kind == Kind::request;
  return !call.is_done_with(operand) && (is_stale || is_active_request(state, it));
}

// (By another thread: each operation is completed once.)
bool is_ending(const State& state, Slot request) {
  return std::ranges::any_of(state.phases, [&](const Phase& it) { return is_a_free(it) && it.object == request; });
}

bool can_complete(const State& state, const CallFrame& call, std::size_t operand) {
  const auto& it = request_in(call, operand);
  return awaits(state, call, operand) && it.type == Value::Type::object &&
         state.objects[static_cast<Slot>(it.number)].matched && !is_ending(state, static_cast<Slot>(it.number));
}

// Of a probe: MPI_Mprobe(comm, [tag:]).
Slot message_for(const State& state, const CallFrame& call) {
  const auto& comm = call.arguments[0];
  if (comm.type != Value::Type::object) return no_slot;
  return message_under_way(state, static_cast<Slot>(comm.number), call.arguments[1].as_integer());
}

template <typename Holds> bool any_operand(const CallFrame& call, const Holds& holds) {
  for (std::size_t i = 0; i < signature(call.procedure).in.size(); ++i)
    if (holds(i)) return true;
  return false;
}

bool awaits_an_operation(const State& state, const CallFrame& call) { // that it has not completed
  return any_operand(call, [&](std::size_t i) { return awaits(state, call, i); });
}

} // namespace

const Completion* completion_of(Procedure procedure) {
  static constexpr auto by_procedure = [] {
    std::array<const Completion*, procedure_count> all{};
    for (const auto& each : completions) all.at(static_cast<std::size_t>(each.procedure)) = &each;
    return all;
  }();
  return by_procedure.at(static_cast<std::size_t>(procedure));
}

void Law::note_what_is_found(CallFrame& call) const {
  if (completion_of(call.procedure)->waits) return;
  any_operand(call, [&](std::size_t i) {
    if (can_complete(state, call, i) && is_generalized(state.objects[static_cast<Slot>(request_in(call, i).number)]))
      call.found |= static_cast<std::uint8_t>(1U << i);
    return false;
  });
}

namespace {

bool finds_all(const State& state, const CallFrame& call) {
  return call.found != 0 &&
         !any_operand(call, [&](std::size_t i) { return awaits(state, call, i) && (call.found >> i & 1) == 0; });
}

} // namespace

bool may_return(const State& state, const CallFrame& call) {
  const auto* completion = completion_of(call.procedure);
  if (completion == nullptr) return true;
  const bool has_one = call.completed != 0;
  if (completion->which == Which::message) return !completion->waits || has_one;
  if (completion->which == Which::partition || !awaits_an_operation(state, call)) return true;
  switch (completion->which) {
  case Which::all: return !completion->waits && !has_one && !finds_all(state, call);
  case Which::some: return completion->waits ? has_one : (call.found & ~call.completed) == 0;
  default: return has_one || (!completion->waits && call.found == 0);
  }
}

bool may_complete(const State& state, const CallFrame& call, std::size_t operand) {
  const auto* completion = completion_of(call.procedure);
  if (completion == nullptr) return false;
  if (completion->which == Which::message)
    return operand == 0 && call.completed == 0 && message_for(state, call) != no_slot;
  if (!can_complete(state, call, operand)) return false;
  switch (completion->which) {
  case Which::any:
  case Which::partition: return call.completed == 0;
  case Which::some: return true;
  default: break;
  }
  // (A test completes all, or none.)
  return completion->waits ||
         !any_operand(call, [&](std::size_t i) { return awaits(state, call, i) && !can_complete(state, call, i); });
}

// (Which of the requests are null or inactive from the start: rules/completion.cpp.)
void Law::give_completed(CallFrame& call, std::size_t operand) const {
  const auto flag = [&](bool is) { return Value::integer(is ? 1 : 0); };
  const bool none = call.completed == 0;
  const auto index = none ? Value::null() : Value::integer(static_cast<std::int64_t>(operand));
  const auto count = none ? Value::null() : Value::integer(std::popcount(call.completed));
  const bool awaits_more = awaits_an_operation(state, call);
  switch (call.procedure) {
  case Procedure::waitany: call.result = index; break;
  case Procedure::waitsome: call.result = count; break;
  case Procedure::testsome: call.result = none && awaits_more ? Value::integer(0) : count; break;
  case Procedure::testany:
    call.result = flag(!none || !awaits_more);
    call.second_result = index;
    break;
  default: call.result = flag(!awaits_more);
  }
}

// (What must be complete before MPI_Finalize and MPI_Comm_disconnect: no_operation_is_left, rules/environment.cpp, and nothing_is_pending,
// rules/communicator.cpp.)
constexpr Sentence call_completes{by({Clause::operation_completes, Clause::request_several}),
                                  "when the operation is complete, or all, or some, MPI_Wait and its relatives return"};

// (What follows: complete_phase, phases/complete.cpp. A callback that copies comes first.)
constexpr Sentence goes_with_its_operation{by({Clause::operation_completes, Clause::request_persistent}),
                                           "the request goes when its operation is complete; a persistent one becomes "
                                           "inactive, and stays"};

constexpr Sentence has_arrived{by(Clause::partition_arrived),
                               "MPI_Parrived says that the partition is there; the request stays as it is"};

constexpr Sentence is_completed_once{by(Clause::request_once),
                                     "no two calls wait for an operation, or test it, of which one completes it"};

namespace {

bool is_awaited_elsewhere(const State& state, Slot request, std::uint32_t thread) {
  return std::ranges::any_of(state.frames, [&](const Frame& each) {
    if (each.thread == thread || !each.is_call()) return false;
    const auto& call = each.call();
    const auto* completion = completion_of(call.procedure);
    if (completion == nullptr || completion->which == Which::message || completion->which == Which::partition)
      return false;
    return any_operand(call, [&](std::size_t i) {
      return !call.is_done_with(i) && request_in(call, i).is_object(request) &&
             request_in(call, i).kind == Kind::request;
    });
  });
}

} // namespace

void Law::complete(std::size_t frame, std::size_t operand) {
  const auto which = completion_of(state.frames[frame].call().procedure)->which;
  if (which == Which::message) return match(frame);
  if (which == Which::partition)
    return carry_out(has_arrived, [&] {
      auto& call = state.frames.edit(frame).call();
      call.completed = 1;
      call.result = Value::integer(1);
    });
  const auto request = static_cast<Slot>(request_in(state.frames[frame].call(), operand).number);
  carry_out(is_completed_once, [&] {
    if (is_awaited_elsewhere(state, request, state.frames[frame].thread)) erroneous(is_completed_once.clause());
  });
  if (stopped()) return;
  carry_out(call_completes, [&] {
    auto& call = state.frames.edit(frame).call();
    call.nulled = call.completed; // of several, one after the other is waited for
    call.completed |= static_cast<std::uint8_t>(1U << operand);
    give_completed(call, operand);
  });
  carry_out(goes_with_its_operation, [&] {
    if (is_persistent(state.objects[request])) {
      auto operation = request_of(state.objects.edit(request));
      operation.active() = operation.matched() = false;
      --operation.it.references;
    } else {
      owe_of_completion(frame, request);
    }
  });
  if (!stopped()) settle(state.frames[frame].thread);
}

constexpr Sentence matches_a_message{
    by({Clause::message_matched, Clause::object_kept}),
    "a probe matches the oldest message: no other probe or receive gets it, and it keeps its communicator"};

void Law::match(std::size_t frame) {
  const auto message = message_for(state, state.frames[frame].call());
  carry_out(matches_a_message, [&] {
    auto& it = state.objects.edit(message);
    message_of(it).matched() = true;
    message_of(it).age() = 0;
    it.handle_live = true;
    it.references = 1;
    auto& call = state.frames.edit(frame).call();
    call.completed = 1;
    const bool blocks = call.procedure == Procedure::mprobe;
    (blocks ? call.result : call.second_result) = Value::object(Kind::message, message);
    if (!blocks) call.result = Value::integer(1);
  });
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

std::span<const Sentence* const> sentences_of_operations() {
  static constexpr std::array all{&call_completes,      &goes_with_its_operation, &is_deallocated_afterwards,
                                  &is_let_go_somewhere, &completes_by_itself,     &matches_a_message,
                                  &has_arrived,         &is_completed_once};
  return all;
}

} // namespace moot
