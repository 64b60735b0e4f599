// Windows and files, which are made on a communicator: MPI_Win_allocate(comm), MPI_Win_allocate_shared(comm), MPI_Win_create(comm),
// MPI_Win_create_dynamic(comm), MPI_Win_free(win), MPI_File_open(comm) and MPI_File_close(fh).
#include "model/rules/dup.h"
#include "model/rules/free.h"
#include "model/rules/rules.h"

#include <algorithm>

namespace moot::rules {
namespace in_window {
namespace {

constexpr Operand comm{0};

template <Kind kind>
constexpr Step makes_an_object_on_it{by(Clause::call_succeeds), "the call makes a window, or file", [](Call& call) {
                                       Object it;
                                       it.kind = kind;
                                       call.law.create(call.frame, it);
                                     }};

// Does it copy values, does it copy attributes? hidden-copy and hidden-dup: is_copied_unseen (phases/copy.cpp). What is copied is kept on a
// communicator of the object's own.
constexpr Step may_duplicate_the_communicator{
    by({Clause::attr_copy, Clause::copy_when, Clause::attr_propagate, Clause::object_kept}),
    "may a window or file duplicate its communicator, with attributes and values? It keeps the duplicate",
    [](Call& call) {
      auto& law = call.law;
      const auto on = call.slot(comm);
      std::array<bool, columns.size()> copied{};
      for (std::size_t i = 0; i < columns.size(); ++i) copied.at(i) = law.is_copied_unseen(on, columns.at(i));
      if (call.created() == nullptr || std::ranges::find(copied, true) == copied.end()) return;
      Object hidden;
      hidden.kind = Kind::communicator;
      hidden.references = 1; // the object's
      const auto own = law.state.add(hidden);
      on_communicator(*call.created()).own() = own;
      law.inherit_handler(own, on);
      const auto phase = law.push_phase(copying(call.frame, on, own));
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (copied.at(i)) law.owe_copies(phase, on, columns.at(i));
    }};

constexpr Step has_no_memory_yet{by(Clause::none), "a dynamic window begins without memory",
                                 [](Call& call) { on_communicator(*call.created()).is_dynamic() = true; }};

template <Kind kind> constexpr auto made_on_it = steps(intracommunicator<comm>, &makes_an_object_on_it<kind>);
constexpr auto with_copies = steps(&copies_nothing_in_destroy, &may_duplicate_the_communicator);

template <Kind kind> constexpr auto create = steps(made_on_it<kind>, with_copies);
constexpr auto create_dynamic = steps(made_on_it<Kind::window>, &has_no_memory_yet, with_copies);

} // namespace
} // namespace in_window

std::span<const Rule> window_rules() {
  using namespace in_window;
  constexpr auto handle = Rule::Leaves::handle;
  constexpr auto null = Rule::Leaves::null_handle;
  static constexpr std::array table{
      rule<create<Kind::window>>(Procedure::win_allocate, handle, comm).touches(Use::copies),
      rule<create<Kind::window>>(Procedure::win_allocate_shared, handle, comm).touches(Use::copies),
      rule<create<Kind::window>>(Procedure::win_create, handle, comm).touches(Use::copies),
      rule<create_dynamic>(Procedure::win_create_dynamic, handle, comm).touches(Use::copies),
      rule<free_handle>(Procedure::win_free, null).touches(),
      rule<create<Kind::file>>(Procedure::file_open, handle, comm).touches(Use::copies),
      rule<end_handle>(Procedure::file_close, null).touches()};
  return table;
}

} // namespace moot::rules
