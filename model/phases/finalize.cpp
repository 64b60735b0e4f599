// The phases of MPI_Finalize: the delete callbacks of MPI_COMM_SELF's attributes; then perhaps those of MPI_COMM_WORLD, and of predefined
// datatypes.
#include "model/phases/arguments.h"

#include <algorithm>

namespace moot {
namespace {

// `phase.object` no_slot: the predefined datatypes'.
bool is_of_this(const State& state, const Phase& phase, Slot object) {
  if (phase.object != no_slot) return phase.object == object;
  return state.objects[object].kind == Kind::datatype && state.objects[object].site >= predefined_site;
}

bool owe_attributes(Law& law, std::size_t frame, Slot one) {
  auto& state = law.state;
  const Phase phase{static_cast<std::uint32_t>(frame), Phase::Type::finalize, one};
  const auto is_meant = [&](const Attachment& it) {
    return is_of_this(state, phase, it.object) && law.column_of(it) == Column::attributes && !it.dying;
  };
  if (std::ranges::none_of(state.attachments, is_meant)) return false;
  if (one == no_slot && law.ask<DatatypesAtFinalize>() == DatatypesAtFinalize::no) return false;
  const auto index = law.push_phase(phase);
  for (const auto& value : state.attachments)
    if (is_meant(value)) law.owe(index, value.object, value.key);
  return true;
}

// MPI_COMM_SELF's, then MPI_COMM_WORLD's, then those of datatypes.
void go_on(Law& law, const Sentence&, const Phase& phase) {
  if (phase.object == no_slot) return;
  const bool of_self = phase.object == law.state.predefined(Constant::comm_self);
  law.owe_at_finalize(phase.frame, of_self ? Law::AtFinalize::world : Law::AtFinalize::datatypes);
}

} // namespace

// MPI_Finalized says false until MPI_COMM_SELF's are done (and MPI_COMM_WORLD's, if the answer is yes-false).
void Law::owe_at_finalize(std::size_t frame, AtFinalize first) {
  const auto self = state.predefined(Constant::comm_self);
  if (first == AtFinalize::self && self != no_slot && owe_attributes(*this, frame, self)) return;
  const auto world = state.predefined(Constant::comm_world);
  if (first != AtFinalize::datatypes && world != no_slot && has_values(world, Column::attributes)) {
    const auto answer = ask<WorldAtFinalize>();
    state.finalized = answer == WorldAtFinalize::yes_true;
    if (answer != WorldAtFinalize::no && owe_attributes(*this, frame, world)) return;
  }
  state.finalized = true;
  owe_attributes(*this, frame, no_slot);
}

constexpr PhaseRow finalize_phase{
    .cells = {Cell{Callback::destroy,
                   {by(Clause::none), "nothing is called for values"},
                   {by(Clause::none), "there are none", any_order}},
              Cell{Callback::delete_attr,
                   {by(Clause::attr_finalize),
                    "MPI_Finalize executes the delete callbacks of MPI_COMM_SELF's attributes"},
                   // (MPI_COMM_WORLD's, too)
                   {by(Clause::attr_finalize), "in the reverse order that they were set on MPI_COMM_SELF",
                    [](Questions&, const Phase& phase) -> MayBegin {
                      return phase.object == no_slot ? in_any_order : is_last_set;
                    }}}},
    .ends = {by(Clause::attr_finalize).asks<WorldAtFinalize, DatatypesAtFinalize>(),
             "this occurs before any other parts of MPI are affected", go_on},
    .takes_new = is_of_this};

} // namespace moot
