// Messages to oneself, whose requests keep datatypes and communicators alive until they are complete: MPI_Irecv(datatype, comm,
// [tag:]), MPI_Isend and MPI_Send with the same arguments. Persistent ones: MPI_Recv_init, MPI_Send_init and MPI_Start(request). Ends
// of other kinds than completion.cpp has: MPI_Request_free(request) and MPI_Cancel(request).
#include "model/rules/request.h"
#include "model/law/messages.h"
#include "model/rules/completion.h"
#include "model/rules/free.h"
#include "model/rules/rules.h"

#include <utility>

namespace moot::rules {
namespace in_request {
namespace {

constexpr Operand datatype{0};
constexpr Operand comm{1};
constexpr Operand tag{2};

// ---- what starts a message

constexpr auto message = message_arguments<datatype, comm, tag>;

Slot make_request(Call& call, Lasting lasting) {
  return make_request(call, {call.slot(datatype), call.slot(comm), call[tag].as_integer(), lasting});
}

// A receive: it may find a message that is under way.
void start_receive(State& state, Slot slot) {
  const auto it = request_of(std::as_const(state.objects)[slot]);
  const auto sent = message_under_way(state, it.comm(), it.tag());
  if (sent != no_slot) receive_message(state, sent);
  begin_operation(state, slot, sent != no_slot);
}

constexpr Step starts_a_receive{by({Clause::object_kept, Clause::operation_completes}),
                                "a pending receive keeps its datatype and its communicator",
                                [](Call& call) { start_receive(call.law.state, make_request(call, Lasting::no)); }};

// ---- sends

// To its receive, or MPI keeps it until there is one. If neither, the send has to wait.
bool goes_at_once(Call& call, const Sent& sent) {
  auto& state = call.law.state;
  const auto receive = waiting_receive(state, sent.comm, sent.tag);
  if (receive != no_slot)
    request_of(state.objects.edit(receive)).matched() = true;
  else if (call.ask<StandardSend>() == StandardSend::kept)
    send_message(state, sent.comm, sent.tag, no_slot);
  else
    return false;
  return true;
}

void begin_send(Call& call, Slot request, const Sent& sent) {
  const bool at_once = send_by(call, request, sent);
  begin_operation(call.law.state, request, at_once);
}

constexpr Step starts_a_send{
    by({Clause::object_kept, Clause::send_standard}).asks<StandardSend>(),
    "a pending send keeps its datatype and its communicator; it may have to wait for its receive", [](Call& call) {
      begin_send(call, make_request(call, Lasting::no), {call.slot(comm), call[tag].as_integer()});
    }};

// (By a request that no variable names. MPI_Send returns when it is complete: model/law/operations.cpp.)
constexpr Step sends_the_message{by({Clause::operation_completes, Clause::send_standard}).asks<StandardSend>(),
                                 "MPI_Send returns when the message has its receive, or MPI keeps it", [](Call& call) {
                                   const Sent sent{call.slot(comm), call[tag].as_integer()};
                                   if (goes_at_once(call, sent)) return;
                                   const auto request = make_request(call, Lasting::no);
                                   send_message(call.law.state, sent.comm, sent.tag, request);
                                   begin_operation(call.law.state, request, false);
                                   call.edit().created = no_slot;
                                   call.edit().result = Value::object(Kind::request, request);
                                 }};

constexpr auto irecv = steps(message, &starts_a_receive);
constexpr auto isend = steps(message, &starts_a_send);
constexpr auto send = steps(message, &sends_the_message);

// ---- persistent requests

constexpr Operand request{0};

template <Lasting lasting>
constexpr Step makes_a_persistent_request{by({Clause::request_persistent, Clause::object_kept}),
                                          "the call makes a persistent request, which is inactive, and keeps its "
                                          "datatype and its communicator",
                                          [](Call& call) { make_request(call, lasting); }};

constexpr auto recv_init = steps(message, &makes_a_persistent_request<Lasting::receive>);
constexpr auto send_init = steps(message, &makes_a_persistent_request<Lasting::send>);

constexpr Step is_an_inactive_one{by(Clause::request_persistent),
                                  "MPI_Start takes a persistent request that is inactive", [](Call& call) {
                                    const auto& it = call.object(request);
                                    if (!is_persistent(it) || request_of(it).active()) call.is_at_fault();
                                  }};

// (Its message goes as that of MPI_Isend does: send_by, below. A partitioned one goes when it is ready: rules/partitioned.cpp.)
constexpr Step starts_the_operation{
    by({Clause::request_persistent, Clause::operation_completes, Clause::send_standard}).asks<StandardSend>(),
    "MPI_Start begins the operation of the request", [](Call& call) {
      const auto it = request_of(call.object(request));
      if (it.lasting() == Lasting::receive)
        start_receive(call.law.state, call.slot(request));
      else if (it.is_partitioned())
        begin_operation(call.law.state, call.slot(request), false);
      else
        begin_send(call, call.slot(request), {it.comm(), it.tag()});
    }};

constexpr auto start_request = steps(usable<request>, &is_an_inactive_one, &starts_the_operation);

// ---- what ends it otherwise than MPI_Wait and its relatives (rules/completion.cpp)

constexpr Step is_no_collective{by(Clause::request_of_collective),
                                "the request of MPI_Comm_idup, a collective operation, is neither freed nor cancelled",
                                [](Call& call) {
                                  if (request_of(call.object(request)).is_idup()) call.is_at_fault();
                                }};

constexpr Step is_not_partitioned_and_active{
    by(Clause::request_partitioned), "an active partitioned request is neither freed nor cancelled", [](Call& call) {
      const auto it = request_of(call.object(request));
      if (it.is_partitioned() && it.active()) call.is_at_fault();
    }};

constexpr Step is_not_awaited{
    by({Clause::handle_valid, Clause::threads_order}),
    "a request for which a call of another thread waits is not freed: calls of threads are as if in some order",
    [](Call& call) {
      if (is_awaited_elsewhere(call.law.state, call.slot(request), call.thread())) call.is_at_fault();
    }};

// (What its operation refers to until it is complete: completes_by_itself, model/law/kept.cpp.)
// (What is complete holds no reference any more: free_fn comes when the handle goes. Else in MPI_Grequest_complete: goes_if_it_was_freed,
// rules/grequest.cpp.)
constexpr Step is_over_if_it_is_complete{
    by(Clause::grequest_free), "a generalized request that is complete goes in MPI_Request_free, which invokes free_fn",
    [](Call& call) {
      if (!is_generalized(call.object(request)) || !request_of(call.object(request)).matched()) return;
      auto& it = call.edit(request);
      request_of(it).active() = false;
      --it.references;
    }};

constexpr auto request_free =
    steps(usable<request>, &is_no_collective, &is_not_partitioned_and_active, &is_not_freed_already<request>, may_free,
          &is_not_awaited, &is_over_if_it_is_complete, &frees_the_handle, callbacks_of_free);

// (A send whose receive is there cannot be cancelled any more.)
constexpr Step may_complete_now{by(Clause::request_cancelled),
                                "an operation that is marked for cancellation completes, be it cancelled or not",
                                [](Call& call) {
                                  auto it = request_of(call.edit(request));
                                  if (!it.active()) return call.is_at_fault();
                                  if (is_a_send_that_waits(call.law.state, call.slot(request)))
                                    throw NotModelled("cancelling a send that waits for its receive is not modelled");
                                  it.matched() = true;
                                }};

constexpr Step calls_the_cancel_function{
    by(Clause::grequest_cancel), "MPI_Cancel invokes the cancel_fn of a generalized request, and does nothing else",
    [](Call& call) {
      if (!is_generalized(call.object(request))) return;
      owe_function(call, cancelling(call.frame, call.slot(request)));
      call.is_done();
    }};

constexpr auto cancel =
    steps(usable<request>, &calls_the_cancel_function, &is_no_collective, &is_not_partitioned_and_active,
          &is_completed_once<request>, is_not_ending<request>, &may_complete_now);

constexpr auto handle = Rule::Leaves::handle;
constexpr std::array table{
    rule<irecv>(Procedure::irecv, handle).touches(Use::looks, Use::matches),
    rule<isend>(Procedure::isend, handle).touches(Use::looks, Use::matches),
    rule<send>(Procedure::send, handle).touches(Use::looks, Use::matches),
    rule<recv_init>(Procedure::recv_init).touches(Use::looks, Use::matches),
    rule<send_init>(Procedure::send_init).touches(Use::looks, Use::matches),
    rule<start_request>(Procedure::start).touches(),
    rule<request_free>(Procedure::request_free, Rule::Leaves::null_always).touches(),
    rule<cancel>(Procedure::cancel).touches(),
};

} // namespace
} // namespace in_request

bool send_by(Call& call, Slot by, const Sent& sent) {
  using namespace in_request;
  const bool at_once = goes_at_once(call, sent);
  if (!at_once) send_message(call.law.state, sent.comm, sent.tag, by);
  return at_once;
}

std::span<const Rule> request_rules() { return in_request::table; }

} // namespace moot::rules
