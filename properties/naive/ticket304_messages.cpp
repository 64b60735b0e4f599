// Messages: what sends, receives and probes.
#include "properties/naive/ticket304_run.h"

#include <algorithm>

namespace moot::properties::naive {

void Run::communicate(const Statement& statement, const In& in, Returned& back) {
  const auto procedure = statement.procedure;
  const bool is_partitioned = procedure == Procedure::psend_init || procedure == Procedure::precv_init;
  const bool is_receive =
      procedure == Procedure::irecv || procedure == Procedure::recv_init || procedure == Procedure::precv_init;
  const auto type = object(*in[0], Kind::datatype);
  const auto comm = object(*in[1], Kind::communicator);
  const Message message{!is_receive, type, comm, in[2] ? in[2]->number : 0, is_partitioned};
  require_not_negative(in[2]);
  require_committed(type);
  if (procedure == Procedure::send) return send(message);
  const auto request = add(Kind::request, result(statement, 0));
  back.out.push_back(handle_of(request));
  if (procedure == Procedure::irecv || procedure == Procedure::isend)
    return start(request, message, {message.type, message.comm});
  objects_[request].persistent = message;
  keep(request, message.type);
  keep(request, message.comm);
  if (is_partitioned) find_partner(request);
}

// MPI_Start, MPI_Cancel.
ErrorClass Run::start_or_cancel(const Statement& statement, const In& in) {
  const auto request = object(*in[0], Kind::request);
  if (objects_[request].generalized) {
    if (statement.procedure == Procedure::start) throw Erroneous(); // it is not persistent
    return cancel_generalized(request);
  }
  auto* operation = pending(request);
  if (objects_[request].freeing || objects_[request].handles == 0)
    throw NotCovered("a use of a request in its free callback that does not end it");
  if (statement.procedure == Procedure::start) {
    if (!objects_[request].persistent || operation != nullptr) throw Erroneous();
    start(request, *objects_[request].persistent, {});
    return ErrorClass::success;
  }
  if (operation == nullptr) throw NotCovered("a cancel of an inactive request");
  if (operation->to != 0 || is_active_partitioned(request)) throw Erroneous();
  if (operation->sent != 0 && !operation->matched) throw NotCovered("a cancel of a send that waits for its receive");
  operation->matched = true;
  return ErrorClass::success;
}

void Run::require_committed(Id type) const {
  if (!objects_.at(type).committed) throw Erroneous();
}

// A nonblocking operation begins.
void Run::start(Id request, const Message& message, const std::vector<Id>& uses) {
  if (!message.is_send) {
    const auto sent = oldest_under_way(message.comm, message.tag, message.is_partitioned);
    auto& operation = begin(request, message, uses);
    if (sent == under_way_.end()) return;
    operation.matched = true;
    receive(sent->id);
    under_way_.erase(sent);
    return;
  }
  auto& operation = begin(request, message, uses);
  if (!message.is_partitioned) go(operation); // else MPI_Pready does it
}

// The message of a nonblocking send goes.
void Run::go(Operation& operation) {
  const auto id = send_off(operation.message);
  operation.sent = id.value_or(0);
  operation.matched = !id || ask<StandardSend>() == StandardSend::kept;
}

// MPI_Send. If it waits, what MPI calls meanwhile may receive the message.
void Run::send(const Message& message) {
  const auto id = send_off(message);
  if (!id || ask<StandardSend>() == StandardSend::kept) return;
  progress(true);
  if (!received_.contains(*id)) throw Endless();
  if (objects_[message.type].freed || objects_[message.comm].freed)
    throw NotCovered("what MPI_Send uses is freed while it waits");
}

// The message, if it has found no receive: it is under way.
std::optional<Id> Run::send_off(const Message& message) {
  const auto receive = std::ranges::find_if(operations_, [&](const Operation& other) { // the oldest
    return !other.matched && !other.completed && !other.message.is_send && other.message.comm == message.comm &&
           other.message.tag == message.tag && other.message.is_partitioned == message.is_partitioned;
  });
  if (receive == operations_.end()) {
    under_way_.push_back({++last_id_, message.comm, message.tag, message.is_partitioned});
    return last_id_;
  }
  receive->matched = true;
  return std::nullopt;
}

std::list<Sent>::iterator Run::oldest_under_way(Id comm, std::int64_t tag, bool is_partitioned) {
  return std::ranges::find_if(under_way_, [&](const Sent& sent) {
    return sent.comm == comm && sent.tag == tag && sent.is_partitioned == is_partitioned;
  });
}

// A receive of the message has begun: its send can complete.
void Run::receive(Id sent) {
  received_.insert(sent);
  for (auto& operation : operations_)
    if (operation.sent == sent) operation.matched = true;
}

// MPI_Mprobe, MPI_Improbe.
void Run::probe(const Statement& statement, const In& in, Returned& back) {
  const bool waits = statement.procedure == Procedure::mprobe;
  const auto comm = object(*in[0], Kind::communicator);
  require_not_negative(in[1]);
  const auto tag = in[1] ? in[1]->number : 0;
  progress(waits && oldest_under_way(comm, tag) == under_way_.end());
  const auto sent = oldest_under_way(comm, tag);
  if (waits && sent == under_way_.end()) throw Endless();
  const bool finds = waits || (sent != under_way_.end() && choose(2) == 0); // it "need not find what is there"
  if (!waits) back.out.push_back({Value::Type::integer, finds ? 1 : 0, {}});
  if (!finds) return;
  const auto message = add(Kind::message, result(statement, waits ? 0 : 1));
  objects_[message].message = *sent;
  keep(message, comm);
  under_way_.erase(sent);
  back.out.push_back(handle_of(message));
}

// MPI_Mrecv, MPI_Imrecv: the end of a message.
void Run::receive_matched(const Statement& statement, const In& in, Returned& back) {
  const auto id = object(*in[0], Kind::message);
  const auto type = object(*in[1], Kind::datatype);
  require_committed(type);
  require_free_works(id);
  const auto sent = *objects_[id].message;
  receive(sent.id);
  if (statement.procedure == Procedure::imrecv) {
    const auto request = add(Kind::request, result(statement, 0));
    begin(request, {false, type, sent.comm, sent.tag}, {type, sent.comm}).matched = true;
    back.out.push_back(handle_of(request));
  }
  back.ended = id;
  free(id, false);
}

// Is there a message on the communicator (0: on any) that nothing has matched, or, if `all`, that nobody has received?
bool Run::has_message(Id comm, bool all) const {
  const auto is_on = [&](const Sent& sent) { return comm == 0 || sent.comm == comm; };
  return std::ranges::any_of(under_way_, is_on) ||
         (all && std::ranges::any_of(objects_, [&](const auto& one) {
            const auto& message = one.second.message;
            return message && is_on(*message) && !received_.contains(message->id);
          }));
}

} // namespace moot::properties::naive
