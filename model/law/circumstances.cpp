// What is going on in a state: what rules ask before they decide.
#include "model/phases/row.h"

#include <algorithm>

namespace moot {

bool in_free_phase(const State& state, Slot object) {
  return std::ranges::any_of(state.phases, [&](const Phase& phase) { return frees(state, phase, object); });
}
bool Law::in_free_phase(Slot object) const { return moot::in_free_phase(state, object); }

bool Law::is_being_freed(Slot object) const {
  return std::ranges::any_of(state.phases,
                             [&](const Phase& phase) { return is_a_free(phase) && phase.object == object; });
}

namespace {

template <typename Is> bool owes_in(const State& state, Slot object, Slot key, const Is& is) {
  return std::ranges::any_of(state.owed, [&](const Obligation& owed) {
    return owed.object == object && owed.key == key && is(state.phases[owed.phase]);
  });
}

} // namespace

bool owes_free(const State& state, Slot object, Slot key) {
  return owes_in(state, object, key, [&](const Phase& phase) { return frees(state, phase, object); });
}
bool Law::owes_free(Slot object, Slot key) const { return moot::owes_free(state, object, key); }

bool Law::owes_destroy(Slot object, Slot key) const {
  return owes_in(state, object, key, [](const Phase& phase) { return phase.type == Phase::Type::destroy; });
}

bool Law::runs(std::uint32_t thread, Callback callback, Slot object, Slot key) const {
  return std::ranges::any_of(state.frames, [&](const Frame& frame) {
    return frame.thread == thread && moot::runs(frame, callback, object, key);
  });
}

bool Law::is_being_changed(Slot object, Slot key) const {
  return std::ranges::any_of(state.phases, [&](const Phase& phase) {
    return phase.is_of_one_value() && phase.object == object && phase.key == key;
  });
}

bool Law::calls_back(std::size_t call, Column of) const {
  for (std::size_t i = call + 1; i < state.frames.size(); ++i)
    if (state.frames[i].thread == state.frames[call].thread)
      return moot::column_of(state.frames[i].callback().callback) == of;
  return std::ranges::any_of(state.owed, [&](const Obligation& owed) {
    return state.phases[owed.phase].frame == call && column_of(owed.key) == of;
  });
}

bool Law::in_dup_callback(std::uint32_t thread, Slot object) const {
  return std::ranges::any_of(state.frames, [&](const Frame& frame) {
    if (frame.thread != thread) return false;
    const auto* it = std::get_if<CallbackFrame>(&frame.what);
    if (it == nullptr || !copies(it->callback)) return false;
    const auto call = state.around(static_cast<std::size_t>(&frame - state.frames.data()));
    return it->object == object || (call != state.frames.size() && state.frames[call].makes(object));
  });
}

// What a call is making that fails: no call has returned it.
bool Law::comes_to_nothing(Slot object) const {
  return std::ranges::any_of(state.frames, [&](const Frame& frame) {
    const auto made = frame.is_call() ? frame.call().created : no_slot;
    return made != no_slot && (made == object || state.objects[made].comm == object);
  });
}

namespace {

Clause clause_of(const Phase& phase) { return row_of(phase.type)[Column::values].owes.clause(); }

} // namespace

Clause Law::destroy_clause(std::uint32_t thread, Slot object) const {
  for (std::size_t i = state.frames.size(); i-- > 0;) {
    if (state.frames[i].thread != thread || !moot::runs(state.frames[i], Callback::destroy, object)) continue;
    const auto phase = state.current_phase(state.around(i));
    if (phase == state.phases.size()) break;
    return clause_of(state.phases[phase]);
  }
  for (const auto& phase : state.phases) // the callback has ended, but not what it belongs to
    if (phase.object == object && phase.is_of_one_value()) return clause_of(phase);
  return row_of(Phase::Type::destroy)[Column::values].owes.clause();
}

} // namespace moot
