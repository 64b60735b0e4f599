// Partitioned requests: each finds one of the other side, and its message goes when the program says so.
#include "properties/naive/ticket304_run.h"

namespace moot::properties::naive {

// A new one. Whoever lives and has had a partner has lost it. (One that is freed is not there, also while its destroy callbacks run.)
void Run::find_partner(Id request) {
  auto& made = objects_[request];
  for (auto& [id, other] : objects_) {
    if (id == request || other.handles == 0 || !other.persistent || !other.persistent->is_partitioned) continue;
    if (other.persistent->comm != made.persistent->comm || other.persistent->tag != made.persistent->tag) continue;
    if (other.persistent->is_send == made.persistent->is_send) throw NotCovered("two partitioned requests of one side");
    if (other.partner != 0) throw NotCovered("a partitioned request in the place of another");
    made.partner = id;
    other.partner = request;
  }
}

bool Run::is_active_partitioned(Id request) {
  const auto& persistent = objects_[request].persistent;
  return persistent && persistent->is_partitioned && pending(request) != nullptr;
}

// MPI_Pready.
void Run::make_ready(const Value& given) {
  const auto request = object(given, Kind::request);
  auto* operation = pending(request);
  if (!is_active_partitioned(request) || !operation->message.is_send || operation->is_ready) throw Erroneous();
  operation->is_ready = true;
  go(*operation);
}

// MPI_Parrived.
bool Run::has_arrived(const Value& given) {
  if (is_null(given, Kind::request)) return true;
  const auto request = object(given, Kind::request);
  const auto& persistent = objects_[request].persistent;
  if (!persistent || !persistent->is_partitioned || persistent->is_send) throw Erroneous();
  const auto* operation = pending(request);
  if (operation == nullptr) return true;
  progress();
  if (operation->completed) throw NotCovered("a request that another call completes meanwhile");
  return operation->matched && choose(2) == 0; // it need not see yet what is there
}

} // namespace moot::properties::naive
