// Windows: MPI_Win_*.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

// hidden-dup: the window has a communicator of its own, on which it keeps copies of the attributes.
void win_allocate(const Call& call) {
  auto& law = call.law;
  const auto comm = law.handle(call.argument(0), Kind::communicator);
  if (law.stopped()) return;
  Object window;
  window.kind = Kind::window;
  if (law.has_values(comm, Kind::keyval) && law.ask<HiddenDup>() == HiddenDup::yes) {
    Object hidden;
    hidden.kind = Kind::communicator;
    hidden.references = 1; // the window's
    window.comm = law.state.add(hidden);
  }
  const auto hidden = window.comm;
  law.create(call.frame, window);
  if (hidden != no_slot) owe_copies(call, comm, hidden);
}

void win_free(const Call& call) { free_handle(call, Kind::window); }

constexpr std::array allocate_clauses{Clause::handle_valid, Clause::call_succeeds, Clause::attr_copy};

} // namespace

std::span<const Rule> window_rules() {
  static const std::array table{Rule{Procedure::win_allocate, win_allocate, allocate_clauses},
                                Rule{Procedure::win_free, win_free, free_clauses}};
  return table;
}

} // namespace moot::rules
