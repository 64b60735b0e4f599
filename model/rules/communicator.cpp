// Communicators: MPI_Comm_*.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

void comm_dup(const Call& call) { dup_handle(call, Kind::communicator); }
void comm_free(const Call& call) { free_handle(call, Kind::communicator); }

// mpi.comm.idup: the copies are made as by MPI_COMM_DUP, now; a request, complete at any time, keeps both communicators.
void comm_idup(const Call& call) {
  auto& law = call.law;
  const auto old = law.handle(call.argument(0), Kind::communicator);
  if (law.stopped()) return;
  if (law.has_values(old, Kind::key))
    throw NotModelled("MPI_Comm_idup of a communicator with values under keys is not modelled yet (idup-copy-time)");
  Object request;
  request.kind = Kind::request;
  request.matched = true;
  request.handle_live = true;
  request.references = 1;
  request.site = static_cast<std::uint32_t>(call.it().second_result().as_integer()); // (see Machine::call)
  const auto slot = law.state.add(request);
  Object communicator;
  communicator.kind = Kind::communicator;
  communicator.committed = law.state.objects[old].committed;
  const auto created = law.create(call.frame, communicator);
  auto& state = law.state;
  state.objects[slot].base = created;
  state.objects[slot].comm = old;
  ++state.objects[created].references;
  ++state.objects[old].references;
  call.it().second_result() = Value::object(Kind::request, slot);
  owe_copies(call, old, created, {.attributes = true});
}

// mpi.attr.free: as MPI_COMM_FREE, once what is pending on it is complete.
void comm_disconnect(const Call& call) {
  auto& law = call.law;
  for (const auto& request : law.state.objects) {
    const bool pending = request.kind == Kind::request && request.comm != no_slot && !request.matched;
    if (pending && call.argument(0).is_object(request.comm)) return law.erroneous(Clause::operation_completes);
  }
  free_handle(call, Kind::communicator);
}

// mpi.attr.copy: MPI_COMM_SPLIT and other constructors copy nothing.
void comm_split(const Call& call) {
  if (call.argument(1).as_integer() < 0) return call.law.erroneous(Clause::argument_valid);
  call.law.handle(call.argument(0), Kind::communicator);
  if (call.law.stopped()) return;
  Object communicator;
  communicator.kind = Kind::communicator;
  call.law.create(call.frame, communicator);
}

constexpr std::array disconnect_clauses{
    Clause::operation_completes, Clause::free_when,         Clause::free_every_value,  Clause::free_before_freed,
    Clause::free_own_handle,     Clause::free_other_handle, Clause::handle_valid,      Clause::handle_predefined,
    Clause::object_kept,         Clause::attr_free,         Clause::attr_delete_fails, Clause::attr_callback};
constexpr std::array idup_clauses{Clause::comm_idup, Clause::attr_copy, Clause::attr_copy_fails, Clause::handle_valid};
constexpr std::array split_clauses{Clause::argument_valid, Clause::attr_copy, Clause::handle_valid,
                                   Clause::call_succeeds};

} // namespace

std::span<const Rule> communicator_rules() {
  static const std::array table{Rule{Procedure::comm_dup, comm_dup, dup_clauses_with_attributes},
                                Rule{Procedure::comm_dup_with_info, comm_dup, dup_clauses_with_attributes},
                                Rule{Procedure::comm_idup, comm_idup, idup_clauses},
                                Rule{Procedure::comm_idup_with_info, comm_idup, idup_clauses},
                                Rule{Procedure::comm_split, comm_split, split_clauses},
                                Rule{Procedure::comm_free, comm_free, free_clauses_with_attributes},
                                Rule{Procedure::comm_disconnect, comm_disconnect, disconnect_clauses}};
  return table;
}

} // namespace moot::rules
