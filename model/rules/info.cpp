// Info objects: MPI_Info_*.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

void info_create(const Call& call) {
  Object info;
  info.kind = Kind::info;
  call.law.create(call.frame, info);
}

void info_dup(const Call& call) { dup_handle(call, Kind::info); }
void info_free(const Call& call) { free_handle(call, Kind::info); }

constexpr std::array create_clauses{Clause::call_succeeds};

} // namespace

std::span<const Rule> info_rules() {
  static const std::array table{Rule{Procedure::info_create, info_create, create_clauses},
                                Rule{Procedure::info_dup, info_dup, dup_clauses},
                                Rule{Procedure::info_free, info_free, free_clauses}};
  return table;
}

} // namespace moot::rules
