// The tables: phases by type, callbacks, columns.
#include "model/law/kinds.h"
#include "model/law/sentences.h"
#include "model/phases/row.h"

#include <algorithm>
#include <vector>

namespace moot {

constexpr PhaseRow hold_phase{
    .cells = {owes_none(Callback::destroy), owes_none(Callback::delete_attr), owes_none(Callback::free_fn),
              owes_none(Callback::intercept)},
    .ends = {by(Clause::object_kept), "a call that is done lets go of the object",
             [](Law& law, const Sentence&, const Phase& phase) {
               if (phase.object != no_slot) law.release(phase.object, phase.frame);
             }},
};

constexpr std::array<const PhaseRow*, 13> phase_table{
    &copy_phase, &free_phase,  &destroy_phase, &clear_phase,    &replace_phase,     &finalize_phase, &complete_phase,
    &hold_phase, &query_phase, &cancel_phase,  &clean_up_phase, &begin_tools_phase, &route_phase};
constexpr std::array<const CallbackRow*, callback_count> callback_table{
    &copy_callback,     &free_callback,    &destroy_callback,   &copy_attr_callback, &delete_attr_callback,
    &query_fn_callback, &free_fn_callback, &cancel_fn_callback, &init_tool_callback, &intercept_callback};

namespace {

// ---- columns

bool copies_nothing(const State& state, const Obligation& owed) {
  const auto callback = callback_of(state, owed);
  const auto function = state.objects[owed.key].functions.at(place_of(callback));
  return copies(callback) && (function == null_function || deed(predefined_of(function)) == Predefined::null_copy_fn);
}

bool has_delete_function(const State& state, Slot keyval) {
  const auto function = keyval_of(state.objects[keyval]).delete_function();
  return function != null_function && !is_predefined_function(function);
}

// Where callbacks of keyvals stand beside it: their order is any (mpi.attr.free, mpi.attr.copy) or fixed, and this is part of it, for
// a callback may look at what is left, or fail. So it is with copies whose deletes may follow that order; and where MPI may
// still leave the callbacks for later (delete-time: either).
bool is_a_move_of_attributes(const State& state, const Obligation& one) {
  if (copies_nothing(state, one)) return false;
  if (state.phases[one.phase].may_defer) return true;
  return std::ranges::any_of(state.owed, [&](const Obligation& other) {
    if (&one == &other || other.phase != one.phase || column_of(state.objects[other.key].kind) != Column::attributes)
      return false;
    if (!is_unseen(state, other)) return true;
    const bool copied = copies(callback_of(state, other)) && !copies_nothing(state, other);
    return copied && (has_delete_function(state, one.key) || has_delete_function(state, other.key)); // delete-order
  });
}

// A value goes, and its key with it: others' callbacks may come.
bool ends_its_key(const State& state, const Obligation& one) {
  const auto& key = state.objects[one.key];
  return destroys(callback_of(state, one)) && !key.handle_live && key.references == 1;
}

// Of a null function, too, the order is any (or fixed): other callbacks may look at what is left. (Nothing is copied by one.)
bool is_a_move_of_values(const State& state, const Obligation& one) {
  if (copies(callback_of(state, one))) return false;
  return std::ranges::any_of(state.owed, [&](const Obligation& other) {
    return &one != &other && other.phase == one.phase &&
           (!is_unseen(state, other) || ends_its_key(state, one) || ends_its_key(state, other));
  });
}

// (Who asks: owe_of_kept, destruction.cpp.)
constexpr Whether<> attributes_of_kept_go_first{
    by(Clause::attr_free).asks<KeptDeleteOrder>(),
    "does what goes with an object lose its attributes before the object loses its own?",
    [](Law& law) { return law.ask<KeptDeleteOrder>() != KeptDeleteOrder::own_first; }};

} // namespace

constexpr std::array<ColumnRow, columns.size()> column_table{
    ColumnRow{
        // (Why callbacks come under it, for the checker. It lives by references: Law::attach, objects.cpp; Law::release, destruction.cpp.)
        .lives_on = {by(Clause::key_refcounted), "a freed key lives until the last value under it is gone"},
        .is_copied = &copies_value,
        .is_copied_unseen = &copies_values_unseen,
        .loses_copies = &loses_values,
        .owes_inner = &owes_inner_value,
        .inner_stays = &inner_value_stays,
        .is_a_move = is_a_move_of_values,
    },
    ColumnRow{
        .lives_on = {by({Clause::keyval_free, Clause::interop_keyval_lazy}),
                     "a freed keyval lives until no attribute is attached to it"},
        .is_copied = &copies_attribute,
        .is_copied_unseen = &copies_attributes_unseen,
        .loses_copies = &loses_attributes,
        .waits_for_destruction = true,
        .kept_goes_first = &attributes_of_kept_go_first,
        .owes_inner = &owes_inner_attribute,
        .stays_in_place = &attribute_keeps_its_place,
        .is_a_move = is_a_move_of_attributes,
    },
    ColumnRow{
        .lives_on = {by(Clause::none), "nothing frees the functions of a generalized request"},
        .is_a_move = [](const State&, const Obligation&) { return false; }, // (there is no null function)
    },
    ColumnRow{
        .lives_on = {by(Clause::none), "nothing frees the functions of a tool"},
        .is_a_move = [](const State&, const Obligation&) { return false; }, // (nor is there one here)
    }};

std::span<const Sentence* const> sentences_of_phases() {
  static const auto all = [] {
    std::vector<const Sentence*> found{&deletes_may_wait, &no_message_is_lost, &dup_fn_hands_it_on,
                                       &is_copied_in_its_turn};
    for (const auto* phase : phase_table) {
      for (const auto& cell : phase->cells) found.insert(found.end(), {&cell.owes, &cell.order});
      found.push_back(&phase->ends);
    }
    for (const auto* callback : callback_table) {
      found.push_back(&callback->comes);
      for (const auto& argument : callback->arguments) found.push_back(&argument);
      for (const auto& end : callback->ends) found.push_back(&end);
    }
    for (const auto& row : column_table)
      for (const Sentence* it : std::initializer_list<const Sentence*>{
               &row.lives_on, row.is_copied, row.is_copied_unseen, row.loses_copies, row.kept_goes_first,
               row.owes_inner, row.inner_stays, row.stays_in_place})
        if (it != nullptr) found.push_back(it);
    return found;
  }();
  return all;
}

} // namespace moot
