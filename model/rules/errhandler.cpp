// Error handlers: MPI_Comm_create_errhandler(), MPI_Comm_get_errhandler(comm), MPI_Errhandler_free(errhandler),
// MPI_Comm_set_errhandler(comm, errhandler) and MPI_Win_set_errhandler(win, errhandler). Those that programs make do nothing, so that calls return
// their errors.
#include "model/rules/rules.h"
#include "model/rules/shared.h"

#include <utility>

namespace moot::rules {
namespace in_errhandler {
namespace {

Object new_errhandler(bool aborts) {
  Object it;
  it.kind = Kind::errhandler;
  errhandler_of(it).aborts() = aborts;
  return it;
}

// ---- MPI_Comm_create_errhandler

constexpr Step makes_an_errhandler{by(Clause::call_succeeds), "the call makes an error handler",
                                   [](Call& call) { call.law.create(call.frame, new_errhandler(false)); }};

constexpr auto create_errhandler = steps(&makes_an_errhandler);

// ---- MPI_Comm_set_errhandler, MPI_Win_set_errhandler

constexpr Operand object{0}; // comm or win
constexpr Operand errhandler{1};

// The one that the object keeps: not MPI's own.
Slot& kept_errhandler(Object& of) {
  return of.kind == Kind::communicator ? communicator_of(of).errhandler() : on_communicator(of).errhandler();
}

// (Used by: fails_fatally, errors.cpp.)
constexpr Step sets_the_handler{by({Clause::error_handler, Clause::object_kept}),
                                "the handler will be used for errors of calls for the object, which keeps it",
                                [](Call& call) {
                                  auto& law = call.law;
                                  const auto slot = call.slot(errhandler);
                                  const bool mpis = law.is_predefined(slot);
                                  if (!mpis) ++law.state.objects.edit(slot).references;
                                  auto& of = call.edit(object);
                                  of.fatal = errhandler_of(call.object(errhandler)).aborts();
                                  const auto before = std::exchange(kept_errhandler(of), mpis ? no_slot : slot);
                                  call.rests_on_this();
                                  if (before != no_slot) law.release(before, call.frame);
                                }};

constexpr auto set_errhandler = steps(usable<object>, usable<errhandler>, &sets_the_handler);

// ---- MPI_Comm_get_errhandler

constexpr Operand comm{0};

constexpr Step gives_the_errhandler{
    by(Clause::shared_handles),
    "MPI_Comm_get_errhandler gives a handle of the communicator's error handler, as if it made a new one",
    [](Call& call) {
      auto& law = call.law;
      const auto& of = call.object(comm);
      auto known = communicator_of(of).errhandler();
      const bool aborts = of.fatal;
      if (!is_shared(law)) {
        law.create(call.frame, new_errhandler(aborts));
        return;
      }
      const auto mpis = aborts ? Constant::errors_are_fatal : Constant::errors_return;
      if (known == no_slot) known = law.state.predefined(mpis);
      if (known == no_slot) known = law.state.add(predefined_object(mpis)); // (in a trace, which has not named it yet)
      give_handle(call, known);
    }};

constexpr auto get_errhandler = steps(usable<comm>, &gives_the_errhandler);

} // namespace
} // namespace in_errhandler

std::span<const Rule> errhandler_rules() {
  using namespace in_errhandler;
  static constexpr std::array table{
      rule<create_errhandler>(Procedure::comm_create_errhandler).touches(),
      rule<get_errhandler>(Procedure::comm_get_errhandler).touches(),
      rule<set_errhandler>(Procedure::comm_set_errhandler).touches(),
      rule<set_errhandler>(Procedure::win_set_errhandler).touches(),
      rule<free_one_handle>(Procedure::errhandler_free, Rule::Leaves::null_handle).touches()};
  return table;
}

} // namespace moot::rules
