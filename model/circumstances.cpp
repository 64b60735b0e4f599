// What is going on in a state: what rules ask before they decide.
#include "model/law.h"

#include <algorithm>

namespace moot {

bool Law::in_free_phase(Slot object) const {
  return std::ranges::any_of(
      state.phases, [&](const Phase& phase) { return phase.type == Phase::Type::free && phase.object == object; });
}

bool Law::owes(Phase::Type type, Slot object, Slot key) const {
  return std::ranges::any_of(state.owed, [&](const Obligation& owed) {
    return owed.object == object && owed.key == key && state.phases[owed.phase].type == type;
  });
}

bool Law::runs(Callback callback, Slot object, Slot key) const {
  return std::ranges::any_of(state.frames, [&](const Frame& frame) {
    return frame.is_callback && frame.callback == callback && frame.object == object &&
           (key == no_slot || frame.key == key);
  });
}

bool Law::is_replacing(Slot object, Slot key) const {
  return std::ranges::any_of(state.phases, [&](const Phase& phase) {
    return phase.is_of_one_value() && phase.object == object && phase.key == key;
  });
}

std::size_t Law::owner(std::size_t code_frame) const {
  const auto thread = state.frames[code_frame].thread;
  for (std::size_t i = code_frame; i-- > 0;)
    if (state.frames[i].thread == thread) return i;
  return state.frames.size();
}

std::size_t Law::callback_of_call(std::size_t frame) const {
  for (std::size_t i = frame + 1; i < state.frames.size(); ++i)
    if (state.frames[i].thread == state.frames[frame].thread) return i;
  return state.frames.size();
}

bool Law::in_dup_callback(Slot object) const {
  for (std::size_t i = 0; i < state.frames.size(); ++i) {
    const auto& frame = state.frames[i];
    if (!frame.is_callback || !copies(frame.callback)) continue;
    if (frame.object == object || state.frames[owner(i)].created == object) return true;
  }
  return false;
}

namespace {

bool uses(const Frame& call, Slot object) {
  if (call.type != Frame::Type::call) return false;
  switch (call.procedure) {
  case Procedure::comm_dup:
  case Procedure::comm_dup_with_info:
  case Procedure::comm_idup:
  case Procedure::comm_idup_with_info:
  case Procedure::win_allocate:
  case Procedure::file_open:
  case Procedure::type_dup:
  case Procedure::info_dup: return call.arguments[0].is_object(object) || call.created == object;
  case Procedure::value_set:
  case Procedure::value_clear: return call.arguments[1].is_object(object);
  case Procedure::comm_set_attr:
  case Procedure::comm_delete_attr:
  case Procedure::type_set_attr:
  case Procedure::type_delete_attr:
  case Procedure::win_set_attr:
  case Procedure::win_delete_attr:
  case Procedure::attr_put:
  case Procedure::attr_delete: return call.arguments[0].is_object(object);
  default: return false;
  }
}

} // namespace

// (Callbacks may come in the call afterwards, for what a finished operation kept.)
bool Law::works_on(std::size_t call, Slot object) const {
  return uses(state.frames[call], object) && std::ranges::any_of(state.phases, [&](const Phase& phase) {
           return phase.frame == call &&
                  (phase.type == Phase::Type::copy || phase.is_of_one_value() || state.frames[call].failed);
         });
}

Clause Law::destroy_clause(Slot object) const {
  for (std::size_t i = state.frames.size(); i-- > 0;) {
    const auto& frame = state.frames[i];
    if (!frame.is_callback || frame.callback != Callback::destroy || frame.object != object) continue;
    const auto phase = state.current_phase(owner(i));
    if (phase == state.phases.size()) break;
    return state.phases[phase].destroy_clause();
  }
  for (const auto& phase : state.phases) // the callback has ended, but not what it belongs to
    if (phase.object == object && phase.is_of_one_value()) return phase.destroy_clause();
  return Clause::destroy_object;
}

} // namespace moot
