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

// (What another thread has freed completes by itself. That is the program's fault: is_not_awaited, rules/request.cpp.)
bool can_complete(const State& state, const CallFrame& call, std::size_t operand) {
  const auto& it = request_in(call, operand);
  if (!awaits(state, call, operand) || it.type != Value::Type::object) return false;
  const auto slot = static_cast<Slot>(it.number);
  return state.objects[slot].matched && state.objects[slot].handle_live && !is_ending(state, slot);
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

std::span<const Sentence* const> sentences_of_operations() {
  static constexpr std::array all{&call_completes, &goes_with_its_operation, &matches_a_message, &has_arrived,
                                  &is_completed_once};
  return all;
}

} // namespace moot
