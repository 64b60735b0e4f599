// Windows and files, which are made on a communicator: MPI_Win_*, MPI_File_*.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

// hidden-dup, hidden-copy: the object has a communicator of its own, on which it keeps copies.
void create_on_communicator(const Call& call, Kind kind) {
  auto& law = call.law;
  const auto comm = law.handle(call.argument(0), Kind::communicator);
  if (law.stopped()) return;
  Object object;
  object.kind = kind;
  const Copied copied{.values = law.has_values(comm, Kind::key) && law.ask<HiddenCopy>() == HiddenCopy::yes,
                      .attributes = law.has_values(comm, Kind::keyval) && law.ask<HiddenDup>() == HiddenDup::yes};
  if (copied.values || copied.attributes) {
    Object hidden;
    hidden.kind = Kind::communicator;
    hidden.references = 1; // the object's
    object.comm = law.state.add(hidden);
  }
  const auto hidden = object.comm;
  law.create(call.frame, object);
  if (hidden != no_slot) owe_copies(call, comm, hidden, copied);
}

void win_allocate(const Call& call) { create_on_communicator(call, Kind::window); }
void file_open(const Call& call) { create_on_communicator(call, Kind::file); }
void win_free(const Call& call) { free_handle(call, Kind::window); }
void file_close(const Call& call) { free_handle(call, Kind::file); }

constexpr std::array create_clauses{Clause::handle_valid, Clause::call_succeeds, Clause::attr_copy,
                                    Clause::attr_copy_fails, Clause::copy_when};

} // namespace

std::span<const Rule> window_rules() {
  static const std::array table{Rule{Procedure::win_allocate, win_allocate, create_clauses},
                                Rule{Procedure::win_free, win_free, free_clauses_with_attributes},
                                Rule{Procedure::file_open, file_open, create_clauses},
                                Rule{Procedure::file_close, file_close, free_clauses}};
  return table;
}

} // namespace moot::rules
