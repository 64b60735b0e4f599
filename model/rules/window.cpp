// Windows: MPI_Win_*.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

void win_allocate(const Call& call) {
  call.law.handle(call.argument(0), Kind::communicator);
  if (call.law.stopped()) return;
  Object window;
  window.kind = Kind::window;
  call.law.create(call.frame, window);
}

void win_free(const Call& call) { free_handle(call, Kind::window); }

constexpr std::array allocate_clauses{Clause::handle_valid, Clause::call_succeeds};

} // namespace

std::span<const Rule> window_rules() {
  static const std::array table{Rule{Procedure::win_allocate, win_allocate, allocate_clauses},
                                Rule{Procedure::win_free, win_free, free_clauses}};
  return table;
}

} // namespace moot::rules
