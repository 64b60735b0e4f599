// Requests: messages to oneself, which keep datatypes and communicators alive until they complete.
#include "model/rules/rules.h"

#include <array>
#include <utility>

namespace moot {
namespace rules {
namespace {

struct Message {
  Slot datatype = no_slot;
  Slot comm = no_slot;
  std::int32_t tag = 0;
};

Message message(const Call& call) {
  auto& law = call.law;
  const auto datatype = law.handle(call.argument(0), Kind::datatype);
  if (law.stopped()) return {};
  if (!law.state.objects[datatype].committed) return law.erroneous(Clause::datatype_committed), Message{};
  const auto comm = law.handle(call.argument(1), Kind::communicator);
  if (call.argument(2).as_integer() < 0) return law.erroneous(Clause::argument_valid), Message{};
  return {datatype, comm, static_cast<std::int32_t>(call.argument(2).as_integer())};
}

// mpi.object.kept: a pending operation keeps its datatype and its communicator. A request's `context` counts requests, so
// that the oldest receive can be found.
void start(const Call& call, const Message& message, bool matched) {
  auto& state = call.law.state;
  Object request;
  request.kind = Kind::request;
  request.matched = matched;
  request.base = message.datatype;
  request.comm = message.comm;
  request.tag = message.tag;
  for (const auto& other : state.objects)
    if (other.kind == Kind::request && other.context >= request.context) request.context = other.context + 1;
  ++state.objects[message.datatype].references;
  ++state.objects[message.comm].references;
  call.law.create(call.frame, request);
}

void irecv(const Call& call) {
  const auto receive = message(call);
  if (!call.law.stopped()) start(call, receive, false);
}

// A send goes to the oldest receive on its communicator and tag; without one, it may never complete.
bool match(const Call& call, const Message& send) {
  Object* oldest = nullptr;
  for (auto& request : call.law.state.objects) {
    if (request.kind != Kind::request || request.matched || request.comm != send.comm || request.tag != send.tag)
      continue;
    if (oldest == nullptr || request.context < oldest->context) oldest = &request;
  }
  if (oldest == nullptr) call.law.erroneous(Clause::operation_completes);
  if (oldest != nullptr) oldest->matched = true;
  return oldest != nullptr;
}

void isend(const Call& call) {
  const auto send = message(call);
  if (!call.law.stopped() && match(call, send)) start(call, send, true);
}

void send(const Call& call) {
  const auto send = message(call);
  if (!call.law.stopped()) match(call, send);
}

// mpi.operation.completes. The null request completes at once. (Completion itself: Law::complete.)
void wait(const Call& call) {
  const auto& value = call.argument(0);
  const bool null = value.type == Value::Type::null_handle && value.kind == Kind::request;
  if (!null) call.law.handle(value, Kind::request);
  call.it().clause = Clause::operation_completes;
  call.it().result = Value::integer(null ? 1 : 0);
}

constexpr std::array start_clauses{Clause::argument_valid, Clause::datatype_committed, Clause::object_kept,
                                   Clause::handle_valid};
constexpr std::array send_clauses{Clause::argument_valid, Clause::datatype_committed, Clause::operation_completes,
                                  Clause::object_kept, Clause::handle_valid};
constexpr std::array wait_clauses{Clause::operation_completes, Clause::object_kept, Clause::handle_valid};

constexpr std::array table{
    Rule{Procedure::irecv, irecv, start_clauses}, Rule{Procedure::isend, isend, send_clauses},
    Rule{Procedure::send, send, send_clauses},    Rule{Procedure::wait, wait, wait_clauses},
    Rule{Procedure::test, wait, wait_clauses},
};

} // namespace

std::span<const Rule> request_rules() { return table; }

} // namespace rules

// The operation is over, and its request with it. deferred-destroy-where: who runs the destroy callbacks of an object that
// only this operation kept alive.
void Law::complete(std::size_t frame) {
  const auto request = static_cast<Slot>(state.frames[frame].arguments[0].number);
  state.frames[frame].result = Value::integer(1);
  auto& object = state.objects[request];
  object.handle_live = false;
  object.references = 0;
  const auto goes_now = [&](Slot kept) {
    return !would_destroy_values(state, kept) || ask<DeferredDestroyWhere>() == DeferredDestroyWhere::completing_call;
  };
  const bool base = goes_now(object.base);
  const bool comm = goes_now(object.comm);
  let_go(request, frame, base, comm);
}

void Law::release_operation(Slot request, std::size_t frame) {
  older_phases_ = state.phases.size();
  const auto& object = state.objects[request];
  const bool base = would_destroy_values(state, object.base);
  const bool comm = would_destroy_values(state, object.comm);
  let_go(request, frame, base, comm);
}

// An operation that can complete lets go of what it keeps; a request that is complete and keeps nothing is gone.
void Law::let_go(Slot request, std::size_t frame, bool of_base, bool of_comm) {
  auto& object = state.objects[request];
  const auto base = of_base ? std::exchange(object.base, no_slot) : no_slot;
  const auto comm = of_comm ? std::exchange(object.comm, no_slot) : no_slot;
  if (!object.handle_live && object.base == no_slot && object.comm == no_slot) state.forget(request);
  for (const auto kept : {base, comm})
    if (kept != no_slot && !stopped()) release(kept, frame);
  if (!stopped()) settle(state.frames[frame].thread);
}

void Law::release_on_library_thread(Slot request) {
  Frame frame;
  frame.type = Frame::Type::work;
  frame.thread = 1;
  state.frames.push_back(frame);
  release_operation(request, state.frames.size() - 1);
}

} // namespace moot
