// Messages to oneself, whose requests keep datatypes and communicators alive until they are complete: MPI_Irecv(datatype, comm,
// [tag:]), MPI_Isend and MPI_Send with the same arguments, MPI_Wait(request) and MPI_Test(request). Persistent ones: MPI_Recv_init,
// MPI_Send_init and MPI_Start(request). Ends of other kinds: MPI_Request_free(request) and MPI_Cancel(request).
#include "model/rules/free.h"
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

// A request keeps what its operation involves.
Slot make_request(Call& call, Lasting lasting) {
  auto& state = call.law.state;
  Object it;
  it.kind = Kind::request;
  auto request = request_of(it);
  request.lasting() = lasting;
  request.datatype() = call.slot(datatype);
  request.comm() = call.slot(comm);
  request.tag() = static_cast<std::int32_t>(call[tag].as_integer());
  ++state.objects.edit(request.datatype()).references;
  ++state.objects.edit(request.comm()).references;
  return call.law.create(call.frame, it);
}

void start(State& state, Slot slot, bool matched) {
  std::int64_t age = 0;
  for (const auto& other : state.objects) // the oldest receive gets the message
    if (other.kind == Kind::request) age = std::max(age, request_of(other).age() + 1);
  auto& object = state.objects.edit(slot);
  ++object.references; // the operation's
  auto request = request_of(object);
  request.active() = true;
  request.matched() = matched;
  request.age() = age;
}

constexpr Step starts_a_receive{by(Clause::object_kept), "a pending receive keeps its datatype and its communicator",
                                [](Call& call) { start(call.law.state, make_request(call, Lasting::no), false); }};

constexpr Step starts_a_send{by(Clause::object_kept), "a pending send keeps its datatype and its communicator",
                             [](Call& call) { start(call.law.state, make_request(call, Lasting::no), true); }};

// It goes to the oldest receive on its communicator and tag. False: there is none.
bool match(State& state, Slot on, std::int64_t wanted) {
  const Object* oldest = nullptr;
  for (const auto& it : state.objects) {
    const auto request = request_of(it);
    if (it.kind != Kind::request || !request.active() || request.matched()) continue;
    if (request.comm() != on || request.tag() != wanted) continue;
    if (oldest == nullptr || request.age() < request_of(*oldest).age()) oldest = &it;
  }
  if (oldest == nullptr) return false;
  request_of(state.objects.edit(state.objects.place_of(*oldest))).matched() = true;
  return true;
}

constexpr Step finds_a_receive{by(Clause::operation_completes), "a message without a receive may never be complete",
                               [](Call& call) {
                                 if (!match(call.law.state, call.slot(comm), call[tag].as_integer()))
                                   call.is_at_fault();
                               }};

constexpr auto irecv = steps(message, &starts_a_receive);
constexpr auto isend = steps(message, &finds_a_receive, &starts_a_send);
constexpr auto send = steps(message, &finds_a_receive);

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

// (A send finds its receive as that of MPI_Isend does: finds_a_receive, above.)
constexpr Step starts_the_operation{by({Clause::request_persistent, Clause::operation_completes}),
                                    "MPI_Start begins the operation of the request", [](Call& call) {
                                      auto& state = call.law.state;
                                      const auto it = request_of(call.object(request));
                                      const bool sends = it.lasting() == Lasting::send;
                                      if (sends && !match(state, it.comm(), it.tag())) return call.is_at_fault();
                                      start(state, call.slot(request), sends);
                                    }};

constexpr auto start_request = steps(usable<request>, &is_an_inactive_one, &starts_the_operation);

// ---- what ends it (the end itself: model/law/operations.cpp)

constexpr Step null_request_is_complete{by(Clause::operation_completes), "the null request is complete at once",
                                        [](Call& call) {
                                          const auto& it = call[request];
                                          if (it.type == Value::Type::null_handle && it.kind == Kind::request)
                                            call.gives(Value::integer(1));
                                        }};

constexpr Step inactive_request_is_complete{by(Clause::request_persistent),
                                            "MPI_Wait and MPI_Test return at once for an inactive request, which stays",
                                            [](Call& call) {
                                              if (request_of(call.object(request)).active()) return;
                                              call.edit().leaves_handle = true;
                                              call.gives(Value::integer(1));
                                            }};

// (A free callback of the request may not end it: it would be freed again.)
constexpr Step is_not_ending{by({Clause::free_own_handle, Clause::request_complete}),
                             "a request ends once: its callbacks may not complete it", [](Call& call) {
                               if (call.law.in_free_phase(call.slot(request))) call.is_at_fault();
                             }};

constexpr Step waits_for_the_request{by(Clause::operation_completes),
                                     "MPI_Wait returns when the operation is complete; MPI_Test returns whether it is",
                                     [](Call& call) { call.gives(Value::integer(0)); }};

constexpr auto wait = steps(&null_request_is_complete, usable<request>, &is_not_ending, &inactive_request_is_complete,
                            &waits_for_the_request);

constexpr Step is_no_collective{by(Clause::request_of_collective),
                                "the request of MPI_Comm_idup, a collective operation, is neither freed nor cancelled",
                                [](Call& call) {
                                  if (request_of(call.object(request)).is_idup()) call.is_at_fault();
                                }};

// (What its operation refers to until it is complete: completes_by_itself, model/law/operations.cpp.)
constexpr auto request_free = steps(usable<request>, &is_no_collective, free_handle);

// (A send has its receive, and cannot be cancelled any more.)
constexpr Step may_complete_now{by(Clause::request_cancelled),
                                "an operation that is marked for cancellation completes, be it cancelled or not",
                                [](Call& call) {
                                  auto it = request_of(call.edit(request));
                                  if (!it.active()) return call.is_at_fault();
                                  it.matched() = true;
                                }};

constexpr auto cancel = steps(usable<request>, &is_no_collective, &is_not_ending, &may_complete_now);

constexpr auto handle = Rule::Leaves::handle;
constexpr auto null = Rule::Leaves::null_handle;
constexpr std::array table{
    rule<irecv>(Procedure::irecv, handle),
    rule<isend>(Procedure::isend, handle),
    rule<send>(Procedure::send, handle),
    rule<wait>(Procedure::wait, null),
    rule<wait>(Procedure::test, null),
    rule<recv_init>(Procedure::recv_init),
    rule<send_init>(Procedure::send_init),
    rule<start_request>(Procedure::start),
    rule<request_free>(Procedure::request_free, null),
    rule<cancel>(Procedure::cancel),
};

} // namespace

std::span<const Rule> request_rules() { return table; }

} // namespace moot::rules
