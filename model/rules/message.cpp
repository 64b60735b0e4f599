// Messages that a probe has matched: MPI_Mprobe(comm, [tag:]), MPI_Improbe with the same arguments, MPI_Mrecv(message, datatype) and
// MPI_Imrecv(message, datatype).
#include "model/rules/free.h"
#include "model/rules/request.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_message {
namespace {

// ---- probes (what they find, and when: Law::match, model/law/operations.cpp)

constexpr Operand comm{0};
constexpr Operand tag{1};

constexpr Step looks_for_a_message{
    by(Clause::message_matched), "MPI_Mprobe returns when it has matched a message; MPI_Improbe returns whether it has",
    [](Call& call) {
      if (call.it().procedure == Procedure::mprobe) return call.is_done();
      call.edit().second_result = {Value::Type::untouched};
      call.gives(Value::integer(0));
    }};

constexpr auto probe = steps(usable<comm>, &is_not_negative<tag>, &looks_for_a_message);

// ---- receives

constexpr Operand message{0};
constexpr Operand datatype{1};

constexpr Step receives{by({Clause::message_matched, Clause::send_standard}),
                        "the message that was matched is received: its send may be complete",
                        [](Call& call) { note_received(call.law.state, call.slot(message)); }};

constexpr auto mrecv =
    steps(usable<datatype>, &is_committed<datatype>, may_free, &receives, &frees_the_handle, &may_owe_free_callbacks);

constexpr Step starts_a_matched_receive{
    by({Clause::message_matched, Clause::object_kept}),
    "a pending receive keeps its datatype and its communicator; the message is there, and its send may be complete",
    [](Call& call) {
      const auto it = message_of(call.object(message));
      const auto request = make_request(call, {call.slot(datatype), it.comm(), it.tag()});
      begin_operation(call.law.state, request, true);
      note_received(call.law.state, call.slot(message));
    }};

constexpr auto imrecv = steps(usable<datatype>, &is_committed<datatype>, may_free, &starts_a_matched_receive,
                              &frees_the_handle, &may_owe_free_callbacks);

} // namespace
} // namespace in_message

std::span<const Rule> message_rules() {
  using namespace in_message;
  constexpr auto null = Rule::Leaves::null_handle;
  static constexpr std::array table{rule<probe>(Procedure::mprobe).touches(Use::matches),
                                    rule<probe>(Procedure::improbe).touches(Use::matches),
                                    rule<mrecv>(Procedure::mrecv, null).touches(Use::changes, Use::looks),
                                    rule<imrecv>(Procedure::imrecv, null).touches(Use::changes, Use::looks)};
  return table;
}

} // namespace moot::rules
