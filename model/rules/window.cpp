// Windows and files, which are made on a communicator: MPI_Win_allocate(comm), MPI_Win_free(win), MPI_File_open(comm) and
// MPI_File_close(fh).
#include "model/rules/dup.h"
#include "model/rules/free.h"
#include "model/rules/rules.h"

#include <algorithm>

namespace moot::rules {
namespace {

constexpr Operand comm{0};

// Does it copy values, does it copy attributes? copies_values_unseen and copies_attributes_unseen (phases/rows.cpp). What is copied
// is kept on a communicator of the new object's own, which is made before the object.
constexpr Step may_duplicate_the_communicator{
    by({Clause::attr_copy, Clause::copy_when}),
    "may a window or file duplicate its communicator, with attributes and values?", [](Call& call) {
      auto& law = call.law;
      const auto on = call.slot(comm);
      std::array<bool, columns.size()> copied{};
      for (std::size_t i = 0; i < columns.size(); ++i) copied.at(i) = law.is_copied_unseen(on, columns.at(i));
      if (std::ranges::find(copied, true) == copied.end()) return;
      Object hidden;
      hidden.kind = Kind::communicator;
      hidden.references = 1; // the object's
      const auto phase = law.push_phase(copying(call.frame, on, law.state.add(hidden)));
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (copied.at(i)) law.owe_copies(phase, on, columns.at(i));
    }};

template <Kind kind>
constexpr Step makes_an_object_on_it{
    by({Clause::call_succeeds, Clause::object_kept}),
    "the call makes a window, or file; that keeps the communicator which MPI made for it", [](Call& call) {
      auto& law = call.law;
      const auto phase = law.state.current_phase(call.frame);
      Object it;
      it.kind = kind;
      if (phase != law.state.phases.size()) on_communicator(it).own() = law.state.phases[phase].created;
      law.create(call.frame, it);
    }};

template <Kind kind>
constexpr auto create = steps(usable<comm>, &may_duplicate_the_communicator, &makes_an_object_on_it<kind>);

} // namespace

std::span<const Rule> window_rules() {
  constexpr auto handle = Rule::Leaves::handle;
  constexpr auto null = Rule::Leaves::null_handle;
  static constexpr std::array table{
      rule<create<Kind::window>>(Procedure::win_allocate, handle, comm), rule<free_handle>(Procedure::win_free, null),
      rule<create<Kind::file>>(Procedure::file_open, handle, comm), rule<free_handle>(Procedure::file_close, null)};
  return table;
}

} // namespace moot::rules
