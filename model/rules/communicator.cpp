// Communicators: MPI_Comm_*.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

void comm_dup(const Call& call) { dup_handle(call, Kind::communicator); }
void comm_free(const Call& call) { free_handle(call, Kind::communicator); }

} // namespace

std::span<const Rule> communicator_rules() {
  static const std::array table{Rule{Procedure::comm_dup, comm_dup, dup_clauses},
                                Rule{Procedure::comm_free, comm_free, free_clauses}};
  return table;
}

} // namespace moot::rules
