// References: what keeps an object, and what happens when nothing does. Its values go first, with their callbacks; then the object goes,
// and lets go of what it refers to.
//
// These hold a reference to an object: the user's handle; what is built from it, and operations until they let go of it
// (deferred-destroy-where: kept.cpp); each value under it, if it is a key or keyval; and calls in progress that work on it.
#include "model/law/sentences.h"
#include "model/phases/row.h"

#include <algorithm>
#include <utility>

namespace moot {
namespace {

constexpr Sentence is_destroyed{by({Clause::object_kept, Clause::key_refcounted, Clause::interop_keyval_lazy}),
                                "an object that nothing refers to any more is destroyed"};

// Is it the callback of a value, or attribute, on this object, by which that goes?
bool destroys_value_on(const Frame& frame, Slot object) {
  return frame.is_callback() && destroys(frame.callback().callback) && frame.callback().object == object;
}

} // namespace

// At the bottom of what the call still has to do.
void Law::hold(Slot object, std::size_t frame) {
  ++state.objects.edit(object).references;
  const auto bottom = std::ranges::find(state.phases, frame, &Phase::frame);
  state.insert_phase(static_cast<std::size_t>(bottom - state.phases.begin()), holding(frame, object));
}

void Law::release(Slot slot, std::size_t frame, Where where) {
  auto& object = state.objects.edit(slot);
  if (--object.references == 0)
    carry_out(is_destroyed, [&] { doom(slot, frame, where); });
  else if (may_keep_each_other(object.kind) && !object.handle_live)
    check_cycle();
}

// ---- freed keys that only keep each other alive

// Freed keys, all of whose values are on keys of the same set.
boost::container::small_vector<Slot, 4> Law::garbage_keys() const {
  boost::container::small_vector<Slot, 4> garbage;
  for (Slot slot = 0; slot < state.objects.size(); ++slot) {
    const auto& object = state.objects[slot];
    if (may_keep_each_other(object.kind) && !object.handle_live && object.references > 0) garbage.push_back(slot);
  }
  const auto has = [&](Slot slot) { return std::ranges::find(garbage, slot) != garbage.end(); };
  // By a value on an object outside the set, by one that is on its way out, and by a call in progress: what these keep is not left behind
  // yet.
  const auto kept_alive = [&](Slot key) {
    return std::ranges::any_of(
               state.attachments,
               [&](const Attachment& value) { return value.key == key && (!has(value.object) || value.dying); }) ||
           std::ranges::any_of(
               state.owed,
               [&](const Obligation& owed) { return owed.key == key && destroys(callback_of(state, owed)); }) ||
           std::ranges::any_of(state.phases, [&](const Phase& phase) {
             return (phase.type == Phase::Type::replace && phase.key == key) ||
                    (phase.type == Phase::Type::hold && phase.object == key);
           });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = garbage.begin(); it != garbage.end() && !changed; ++it)
      if (kept_alive(*it)) garbage.erase(it), changed = true;
  }
  return garbage;
}

// (collected-at-finalize: collects_keys, phases/finalize.cpp.)
constexpr Sentence keys_that_keep_each_other{by(Clause::key_refcounted).asks<KeyCycle>(),
                                             "may a call leave freed keys behind that keep each other alive?"};

void Law::check_cycle() {
  if (garbage_keys().empty()) return;
  carry_out(keys_that_keep_each_other, [&] {
    if (ask<KeyCycle>() == KeyCycle::erroneous) erroneous(keys_that_keep_each_other.clause());
  });
}

// ---- the end

namespace {
// (destroy-time: at-free is decided by drop_the_handle, phases/free.cpp. The callbacks' order, arguments and ends: phases/destroy.cpp. What
// they may do: is_usable_in_destroy, rules/operands.h; not_in_own_destroy and not_in_other_destroy, rules/value.cpp. A dup that fails:
// errors.cpp.)
constexpr Sentence values_go_first{by({Clause::destroy_object, Clause::attr_free}),
                                   "when an object is destroyed, its values are, with their callbacks; then it goes"};
} // namespace

// No reference is left.
void Law::doom(Slot slot, std::size_t frame, Where where) {
  // Are its values owed already? (Not what a call set that held the object, after its destruction had begun.)
  const auto is_owed = [&] {
    return std::ranges::any_of(state.owed, [&](const Obligation& it) { return it.object == slot; });
  };
  const auto has_begun = [&] { // on whatever thread
    return std::ranges::any_of(state.frames, [&](const Frame& each) { return destroys_value_on(each, slot); });
  };
  if (state.objects[slot].destructing && (is_owed() || has_begun())) return;
  state.objects.edit(slot).destructing = true;
  if (!has_values(slot)) return vanish(slot, frame, where);
  carry_out(values_go_first, [&] {
    const auto phase = owe_destruction(slot, frame, where);
    const auto goes_first = [&](Column column) {
      return row_of(column).kept_goes_first != nullptr && has_values(slot, column);
    };
    if (std::ranges::any_of(columns, goes_first)) owe_of_kept(slot, phase);
  });
}

void Law::vanish(Slot slot, std::size_t frame, Where where) {
  const Object gone = state.objects[slot];
  state.forget(slot);
  const auto outer = std::exchange(before_vanished_, state.phases.size());
  for (const auto kept : {gone.base, gone.comm})
    if (kept != no_slot) release(kept, frame, where);
  before_vanished_ = outer;
}

// The last value of an object in destruction is gone. With destroy-time: at-free something may still keep it alive.
void Law::finish_destruction(Slot object, std::size_t frame) {
  if (object == no_slot || !state.objects[object].destructing) return;
  if (std::ranges::any_of(columns, [&](Column it) { return goes_in_destruction(it) && has_values(object, it); }))
    return;
  // A callback that destroyed its own value once more is not done with the object (set-in-destroy: recurses): this comes at its end.
  if (std::ranges::any_of(state.frames, [&](const Frame& each) { return destroys_value_on(each, object); })) return;
  if (state.objects[object].references == 0)
    vanish(object, frame, Where::in_cascade);
  else
    state.objects.edit(object).destructing = false;
}

// ---- where its callbacks are owed

namespace {
// (after-phase: below, and let_cascade_go_first, kernel.cpp.)
constexpr Sentence comes_at_once{
    by({Clause::destroy_object, Clause::attr_free, Clause::free_other_handle}).asks<CascadeOrder>(),
    "an object that goes while another's values are destroyed: do its callbacks come at once, or after the others?"};
} // namespace

// The phase that takes the destroy callbacks of an object which loses its last reference in `frame`: perhaps inside a destroy
// phase (`cascade`: at the end of one of its values; else perhaps in a callback).
std::size_t Law::destruction_phase(std::size_t frame, Where where) {
  const bool cascade = where == Where::in_cascade;
  auto inside = state.frames.size(); // the frame whose destroy phase this happens in
  if (cascade) inside = frame;
  for (std::size_t i = frame; i-- > 0 && inside == state.frames.size();) {
    const auto& code = state.frames[i];
    if (code.thread == state.frames[frame].thread && code.is_callback() && destroys(code.callback().callback))
      inside = state.around(i);
  }
  const auto current = state.current_phase(frame);
  const Phase fresh = destroying(frame);
  const auto nested = [&] { return ask<CascadeOrder>() == CascadeOrder::nested; };
  if (inside == state.frames.size() || holds(comes_at_once, nested)) {
    const auto older = cascade ? before_vanished_ : older_phases_;
    const bool just_pushed =
        current < state.phases.size() && current >= older && state.phases[current].type == Phase::Type::destroy;
    return just_pushed ? current : push_phase(fresh);
  }
  // after-phase: below the phase in progress, where others may wait already
  const auto busy = state.current_phase(inside);
  if (busy == state.phases.size()) return push_phase(fresh);
  for (std::size_t i = busy; i-- > 0;) {
    if (state.phases[i].frame != inside) continue;
    if (state.phases[i].type == Phase::Type::destroy) return i;
    break;
  }
  return state.insert_phase(busy, destroying(inside));
}

std::size_t Law::owe_destruction(Slot object, std::size_t frame, Where where) {
  const auto phase = destruction_phase(frame, where);
  for (const auto column : columns)
    if (goes_in_destruction(column)) owe_all(phase, object, column);
  return phase;
}

// kept-delete-order: kept-first. What goes with this object, since nothing else keeps it, loses its attributes before the
// object does: in a phase above the object's own.
void Law::owe_of_kept(Slot object, std::size_t phase) {
  for (const auto kept : {state.objects[object].base, state.objects[object].comm}) {
    if (kept == no_slot || state.objects[kept].handle_live || state.objects[kept].references > 1) continue;
    auto of_this = phase;
    for (const auto column : columns) {
      const auto* goes_first = row_of(column).kept_goes_first;
      if (goes_first == nullptr || !has_values(kept, column)) continue;
      if (!holds(goes_first)) return;
      of_this = state.insert_phase(phase + 1, destroying(state.phases[phase].frame));
      state.objects.edit(kept).destructing = true;
      owe_all(of_this, kept, column);
    }
    owe_of_kept(kept, of_this);
  }
}

// A new value on an object that is being destroyed: the phase that destroys the others destroys it, too.
void Law::owe_to_destruction(Slot object, Slot key) {
  if (!state.objects[object].destructing || owes_destroy(object, key)) return;
  for (std::size_t i = state.frames.size(); i-- > 0;) {
    if (destroys_value_on(state.frames[i], object)) {
      const auto phase = state.current_phase(state.around(i));
      if (phase < state.phases.size() && state.phases[phase].type == Phase::Type::destroy)
        return owe(phase, object, key);
    }
  }
}

std::span<const Sentence* const> sentences_of_references() {
  static constexpr std::array all{&is_destroyed, &values_go_first, &keys_that_keep_each_other, &comes_at_once};
  return all;
}

} // namespace moot
