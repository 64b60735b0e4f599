// The phases of one value, or attribute: a clear (MPIX_Value_clear, MPI_Comm_delete_attr), and a replacement (MPIX_Value_set,
// MPI_Comm_set_attr), which is a clear and then a set.
//
// Inside the callback, and in what comes of it, the program may set a value under the same key: the inner one.
#include "model/phases/arguments.h"

namespace moot {
namespace {

bool has_inner_value(const State& state, const Phase& phase) {
  return phase.is_of_one_value() && phase.object != no_slot && phase.key != no_slot &&
         state.find(phase.object, phase.key) != nullptr;
}

bool overwrite(Law& law, std::size_t index); // (below)

} // namespace

// A value whose callback has run, or needs none.
void Law::take_away(std::size_t frame, Slot object, Slot key) {
  const auto phase = state.current_phase(frame);
  if (phase != state.phases.size() && overwrite(*this, phase)) return;
  const bool replaced = phase != state.phases.size() && state.phases[phase].type == Phase::Type::replace;
  // The value lets go of its key first; its object may go when that is done. What is owed last comes first.
  const bool had = erase(state.dying(object, key), replaced ? Then::replace : Then::forgive);
  finish_destruction(object, frame);
  if (had && !stopped()) release(key, frame, Where::in_cascade);
}

// ---- the inner value

// What the other answers say of such a value: in a destruction, end_inner_value (destroy.cpp); in a clear or a set, outer-wins-inner-silent
// and recurses, take_inner_value (below); what recurses first, is_set (rules/value.cpp).
constexpr Whether<const Phase&> owes_inner_value{
    by({Clause::destroy_clear, Clause::destroy_replace}).asks<SetInDestroy>(),
    "is a value that its own destroy callback sets destroyed before the call is done?",
    [](Law& law, const Phase&) { return law.ask<SetInDestroy>() == SetInDestroy::inner_destroyed; }};

constexpr Whether<> inner_value_stays{by({Clause::destroy_clear, Clause::destroy_replace}).asks<SetInDestroy>(),
                                      "does a value that its own destroy callback sets stay, and the call sets none?",
                                      [](Law& law) { return law.ask<SetInDestroy>() == SetInDestroy::inner_wins; }};

constexpr Whether<const Phase&> owes_inner_attribute{
    by(Clause::attr_delete), "an attribute that is set in its own delete is deleted, too",
    [](Law&, const Phase& phase) { return phase.type == Phase::Type::clear; }};

bool Law::owe_inner_value(std::size_t index) {
  if (!has_inner_value(state, state.phases[index])) return false;
  const auto phase = state.phases[index];
  const bool owed = holds(row_of(column_of(phase.key)).owes_inner, phase);
  if (owed) owe(index, phase.object, phase.key);
  return state.owes(index);
}

bool Law::make_room(std::size_t index) {
  if (!has_inner_value(state, state.phases[index])) return true;
  const auto phase = state.phases[index];
  if (!holds(row_of(column_of(phase.key)).inner_stays)) return take_inner_value(index), false;
  owe_to_destruction(phase.object, phase.key);
  if (phase.type == Phase::Type::clear) return true;
  state.phases.edit(index).type = Phase::Type::clear; // the outer value is not set
  release(phase.key, phase.frame);
  return true;
}

// Without a callback: the outer value, if there is one, comes in its place.
void Law::take_inner_value(std::size_t index) {
  const auto phase = state.phases[index];
  const bool replaced = phase.type == Phase::Type::replace;
  if (erase(state.find(phase.object, phase.key), replaced ? Then::replace : Then::forgive))
    release(phase.key, phase.frame, Where::in_cascade);
}

// ---- the rows

// What is owed is invoked before the call goes on, and so before it returns: Law::settle (kernel.cpp).
constexpr PhaseRow clear_phase{
    .cells = {Cell{Callback::destroy,
                   {by(Clause::destroy_clear), "the destroy callback is invoked before the clear returns"},
                   {by(Clause::none), "there is one", any_order}},
              Cell{Callback::delete_attr,
                   {by(Clause::attr_delete), "a delete invokes the attribute's delete function"},
                   {by(Clause::none), "there is one", any_order}},
              owes_none(Callback::free_fn), owes_none(Callback::intercept)},
    .ends = nothing_follows}; // a clear leaves nothing

// ---- the new value of a replacement

constexpr Whether<> attribute_keeps_its_place{
    by(Clause::attr_set).asks<ResetMoves>(),
    "does a new value have the place of the old one, among those set one after the other?",
    [](Law& law) { return law.ask<ResetMoves>() == ResetMoves::no; }};

namespace {

// (Called by take_away, above.) reset-moves: no. The new attribute stands where the old one stood. True: it does.
bool overwrite(Law& law, std::size_t index) {
  auto& state = law.state;
  const auto& given = state.phases[index];
  if (given.type != Phase::Type::replace || given.key == no_slot || given.failed) return false;
  const auto column = law.column_of(given.key);
  const auto* stays_in_place = row_of(column).stays_in_place;
  if (stays_in_place == nullptr) return false;
  law.take_inner_value(index);
  const auto phase = state.phases[index];
  const auto* dying = state.dying(phase.object, phase.key);
  if (dying == nullptr) return false;
  const auto old = state.attachments.place_of(*dying);
  const bool newest =
      std::none_of(dying + 1, state.attachments.data() + state.attachments.size(), [&](const Attachment& other) {
        return other.object == phase.object && law.column_of(other) == column;
      });
  if (newest || !law.holds(stays_in_place)) return false;
  state.attachments.edit(old) = {phase.object, phase.key, phase.value, false, phase.put};
  state.phases.edit(index) = {phase.frame, Phase::Type::clear, phase.object};
  law.owe_for_new(phase.object, phase.key);
  law.release(phase.key, phase.frame); // the phase's own reference
  return true;
}

void set_the_new_one(Law& law, const Sentence&, const Phase& phase) {
  if (phase.key == no_slot) return; // the object, or the key, went meanwhile: State::forget
  if (phase.object != no_slot) law.attach(phase.object, phase.key, {phase.value, phase.put});
  law.release(phase.key, phase.frame); // the phase's own reference
}

} // namespace

constexpr PhaseRow replace_phase{
    .cells = {Cell{Callback::destroy,
                   {by(Clause::destroy_replace), "the destroy callback is invoked before a set replaces an old value"},
                   {by(Clause::none), "there is one", any_order}},
              Cell{Callback::delete_attr,
                   {by(Clause::attr_set),
                    "before a new attribute is stored, the delete function of the old one is executed"},
                   {by(Clause::none), "there is one", any_order}},
              owes_none(Callback::free_fn), owes_none(Callback::intercept)},
    .ends = {by({Clause::set, Clause::attr_set, Clause::set_replace}), "when the old value is gone, the new one is set",
             set_the_new_one}};

} // namespace moot
