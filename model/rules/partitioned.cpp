// Partitioned messages to oneself (MPI-4.0), of one partition: MPI_Psend_init(datatype, comm, [tag:]) and MPI_Precv_init with the same
// arguments; MPI_Pready(request), and MPI_Parrived(request). (They are persistent: MPI_Start and MPI_Request_free, rules/request.cpp.)
#include "model/rules/completion.h"
#include "model/rules/request.h"
#include "model/rules/rules.h"

#include <utility>

namespace moot::rules {
namespace in_partitioned {
namespace {

// ---- what makes a request

constexpr Operand datatype{0};
constexpr Operand comm{1};
constexpr Operand tag{2};

constexpr Lasting other_side(Lasting side) { return side == Lasting::send ? Lasting::receive : Lasting::send; }

// That of this side on this communicator and tag. no_slot: there is none.
Slot partitioned(const State& state, Lasting side, Slot on, std::int64_t with) {
  for (Slot slot = 0; const auto& it : state.objects) {
    const bool is_one = it.kind == Kind::request && it.lasting == side && it.comm == on && it.tag == with;
    if (is_one && (it.handle_live || request_of(it).active())) return slot;
    ++slot;
  }
  return no_slot;
}

// Which one meets which is settled when they are made. Where that would depend on more than who is there, there is no answer here.
void refuse_more_than_a_pair(const State& state, Lasting side, Slot other, Slot on, std::int64_t with) {
  if (partitioned(state, side, on, with) != no_slot)
    throw NotModelled("two partitioned requests of one side with one communicator and tag are not modelled");
  if (other != no_slot && request_of(state.objects[other]).has_met())
    throw NotModelled("a partitioned request in the place of one that was freed is not modelled: what it matches");
}

template <Lasting side>
constexpr Step makes_a_partitioned_request{
    by({Clause::request_partitioned, Clause::request_persistent, Clause::object_kept}),
    "the call makes a persistent request, which is inactive, keeps its datatype and its communicator, and matches "
    "the partitioned request of the other side",
    [](Call& call) {
      auto& state = call.law.state;
      const auto on = call.slot(comm);
      const auto with = partitioned_tag(call[tag].as_integer());
      const auto other = partitioned(state, other_side(side), on, with);
      refuse_more_than_a_pair(state, side, other, on, with);
      const auto made = make_request(call, {call.slot(datatype), on, with, side});
      if (other == no_slot) return;
      for (const auto of : {made, other}) request_of(state.objects.edit(of)).has_met() = true;
    }};

constexpr auto message = message_arguments<datatype, comm, tag>;
constexpr auto psend_init = steps(message, &makes_a_partitioned_request<Lasting::send>);
constexpr auto precv_init = steps(message, &makes_a_partitioned_request<Lasting::receive>);

// ---- MPI_Pready

constexpr Operand request{0};

bool is_partitioned(const Object& it, Lasting side) {
  return request_of(it).is_partitioned() && request_of(it).lasting() == side;
}

// (Active: no partition is ready, or one would wait for its receive, or could be complete.)
constexpr Step is_an_active_send{
    by(Clause::request_partitioned), "MPI_Pready takes an active partitioned send whose partition is not ready yet",
    [](Call& call) {
      const auto& it = call.object(request);
      const bool is_ready = request_of(it).matched() || is_a_send_that_waits(call.law.state, call.slot(request));
      if (!is_partitioned(it, Lasting::send) || !request_of(it).active() || is_ready) call.is_at_fault();
    }};

constexpr Step is_ready_to_go{
    by({Clause::request_partitioned, Clause::operation_completes, Clause::send_standard}).asks<StandardSend>(),
    "the partition goes to its receive: the send can complete then, or before", [](Call& call) {
      const auto& objects = std::as_const(call.law.state.objects);
      const auto it = request_of(objects[call.slot(request)]);
      const bool at_once = send_by(call, call.slot(request), {it.comm(), it.tag()});
      request_of(call.edit(request)).matched() = at_once;
    }};

constexpr auto pready = steps(usable<request>, &is_an_active_send, &is_ready_to_go);

// ---- MPI_Parrived (when it says that the partition is there: Law::complete, model/law/operations.cpp)

constexpr Step null_request_has_arrived{by(Clause::partition_arrived), "of the null request, MPI_Parrived returns true",
                                        [](Call& call) {
                                          if (is_null_request(call[request])) call.gives(Value::integer(1));
                                        }};

constexpr Step is_a_partitioned_receive{by(Clause::partition_arrived), "MPI_Parrived takes a partitioned receive",
                                        [](Call& call) {
                                          if (!is_partitioned(call.object(request), Lasting::receive))
                                            call.is_at_fault();
                                        }};

constexpr Step says_whether_it_is_there{
    by(Clause::partition_arrived),
    "of an inactive request, MPI_Parrived returns true; else whether the partition is there",
    [](Call& call) { call.gives(Value::integer(request_of(call.object(request)).active() ? 0 : 1)); }};

constexpr auto parrived =
    steps(&null_request_has_arrived, usable<request>, &is_a_partitioned_receive, &says_whether_it_is_there);

} // namespace
} // namespace in_partitioned

std::span<const Rule> partitioned_rules() {
  using namespace in_partitioned;
  static constexpr std::array table{rule<psend_init>(Procedure::psend_init).touches(Use::looks, Use::matches),
                                    rule<precv_init>(Procedure::precv_init).touches(Use::looks, Use::matches),
                                    rule<pready>(Procedure::pready).touches(),
                                    rule<parrived>(Procedure::parrived).touches()};
  return table;
}

} // namespace moot::rules
