// Messages to oneself, whose requests keep datatypes and communicators alive until they are complete: MPI_Irecv(datatype, comm,
// [tag:]), MPI_Isend and MPI_Send with the same arguments, MPI_Wait(request) and MPI_Test(request).
#include "model/rules/operands.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace {

constexpr Operand datatype{0};
constexpr Operand comm{1};
constexpr Operand tag{2};

// ---- what starts a message

constexpr Step is_committed{by(Clause::datatype_committed),
                            "a datatype has to be committed before it can be used in a communication", [](Call& call) {
                              if (!datatype_of(call.object(datatype)).committed()) call.is_at_fault();
                            }};

constexpr auto message = steps(usable<datatype>, &is_committed, usable<comm>, &is_not_negative<tag>);

void start(Call& call, bool matched) {
  auto& state = call.law.state;
  Object it;
  it.kind = Kind::request;
  auto request = request_of(it);
  request.matched() = matched;
  request.datatype() = call.slot(datatype);
  request.comm() = call.slot(comm);
  request.tag() = static_cast<std::int32_t>(call[tag].as_integer());
  for (const auto& other : state.objects) // the oldest receive gets the message
    if (other.kind == Kind::request) request.age() = std::max(request.age(), request_of(other).age() + 1);
  ++state.objects.edit(request.datatype()).references;
  ++state.objects.edit(request.comm()).references;
  call.law.create(call.frame, it);
}

constexpr Step starts_a_receive{by(Clause::object_kept), "a pending receive keeps its datatype and its communicator",
                                [](Call& call) { start(call, false); }};

constexpr Step starts_a_send{by(Clause::object_kept), "a pending send keeps its datatype and its communicator",
                             [](Call& call) { start(call, true); }};

// It goes to the oldest receive on its communicator and tag.
constexpr Step finds_a_receive{by(Clause::operation_completes), "a message without a receive may never be complete",
                               [](Call& call) {
                                 const auto wanted = call[tag].as_integer();
                                 auto& objects = call.law.state.objects;
                                 const Object* oldest = nullptr;
                                 for (const auto& it : objects) {
                                   const auto request = request_of(it);
                                   if (it.kind != Kind::request || request.matched()) continue;
                                   if (request.comm() != call.slot(comm) || request.tag() != wanted) continue;
                                   if (oldest == nullptr || request.age() < request_of(*oldest).age()) oldest = &it;
                                 }
                                 if (oldest == nullptr) return call.is_at_fault();
                                 request_of(objects.edit(objects.place_of(*oldest))).matched() = true;
                               }};

constexpr auto irecv = steps(message, &starts_a_receive);
constexpr auto isend = steps(message, &finds_a_receive, &starts_a_send);
constexpr auto send = steps(message, &finds_a_receive);

// ---- what ends it (the end itself: model/law/operations.cpp)

constexpr Operand request{0};

constexpr Step null_request_is_complete{by(Clause::operation_completes), "the null request is complete at once",
                                        [](Call& call) {
                                          const auto& it = call[request];
                                          if (it.type == Value::Type::null_handle && it.kind == Kind::request)
                                            call.gives(Value::integer(1));
                                        }};

constexpr Step waits_for_the_request{by(Clause::operation_completes),
                                     "MPI_Wait returns when the operation is complete; MPI_Test returns whether it is",
                                     [](Call& call) { call.gives(Value::integer(0)); }};

constexpr auto wait = steps(&null_request_is_complete, usable<request>, &waits_for_the_request);

constexpr auto handle = Rule::Leaves::handle;
constexpr auto null = Rule::Leaves::null_handle;
constexpr std::array table{
    rule<irecv>(Procedure::irecv, handle), rule<isend>(Procedure::isend, handle), rule<send>(Procedure::send, handle),
    rule<wait>(Procedure::wait, null),     rule<wait>(Procedure::test, null),
};

} // namespace

std::span<const Rule> request_rules() { return table; }

} // namespace moot::rules
