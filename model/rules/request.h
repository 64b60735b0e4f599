// What the procedures have in common that make a request for a message.
#pragma once

#include "model/law/messages.h"
#include "model/rules/operands.h"

namespace moot::rules {

template <Operand datatype>
inline constexpr Step is_committed{by(Clause::datatype_committed),
                                   "a datatype has to be committed before it can be used in a communication",
                                   [](Call& call) {
                                     if (!datatype_of(call.object(datatype)).committed()) call.is_at_fault();
                                   }};

// What an operation involves: its request keeps it.
struct Involved {
  Slot datatype = no_slot;
  Slot comm = no_slot; // also of a message that a wrong trace brought up, whose communicator nobody knows
  std::int64_t tag = 0;
  Lasting lasting = Lasting::no;
};

// The request is what the call returns. Its operation has not begun.
inline Slot make_request(Call& call, const Involved& involved) {
  auto& state = call.law.state;
  Object it;
  it.kind = Kind::request;
  auto request = request_of(it);
  request.lasting() = involved.lasting;
  request.datatype() = involved.datatype;
  request.comm() = involved.comm;
  request.tag() = static_cast<std::int32_t>(involved.tag);
  for (const auto kept : {involved.datatype, involved.comm})
    if (kept != no_slot) ++state.objects.edit(kept).references;
  return call.law.create(call.frame, it);
}

// `matched`: it can complete.
inline void begin_operation(State& state, Slot slot, bool matched) {
  auto& object = state.objects.edit(slot);
  ++object.references; // the operation's
  auto request = request_of(object);
  request.active() = true;
  request.matched() = matched;
  request.age() = next_age(state, request.comm(), request.tag()); // the oldest receive gets the message
}

// Datatype, communicator, tag: usable ones.
template <Operand datatype, Operand comm, Operand tag>
inline constexpr auto message_arguments = steps(usable<datatype>, &is_committed<datatype>, usable<comm>,
                                                &is_not_negative<tag>);

// Of a generalized request, perhaps while its free_fn runs.
inline void owe_function(Call& call, const Phase& phase) {
  const auto pushed = call.law.push_phase(phase);
  for (const auto& each : call.law.state.attachments)
    if (each.object == phase.object && call.law.column_of(each) == Column::grequests)
      return call.law.owe(pushed, each.object, each.key);
  throw NotModelled(
      "what MPI_Cancel and MPI_Request_get_status do after free_fn, in a destroy callback, is not modelled");
}

struct Sent {
  Slot comm = no_slot;
  std::int64_t tag = 0;
};
// `by`: the request of a send that is ready to go. Can it complete? (rules/request.cpp)
bool send_by(Call& call, Slot by, const Sent& sent);

} // namespace moot::rules
