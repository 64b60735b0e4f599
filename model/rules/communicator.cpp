// Communicators: MPI_Comm_*.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

void comm_dup(const Call& call) { dup_handle(call, Kind::communicator); }
void comm_free(const Call& call) { free_handle(call, Kind::communicator); }

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
  call.law.handle(call.argument(0), Kind::communicator);
  if (call.law.stopped()) return;
  Object communicator;
  communicator.kind = Kind::communicator;
  call.law.create(call.frame, communicator);
}

constexpr std::array split_clauses{Clause::attr_copy, Clause::handle_valid, Clause::call_succeeds};

} // namespace

std::span<const Rule> communicator_rules() {
  static const std::array table{
      Rule{Procedure::comm_dup, comm_dup, dup_clauses}, Rule{Procedure::comm_dup_with_info, comm_dup, dup_clauses},
      Rule{Procedure::comm_split, comm_split, split_clauses}, Rule{Procedure::comm_free, comm_free, free_clauses},
      Rule{Procedure::comm_disconnect, comm_disconnect, free_clauses}};
  return table;
}

} // namespace moot::rules
