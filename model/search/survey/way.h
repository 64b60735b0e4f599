// How something that a survey found comes about.
#pragma once

#include "model/phases/row.h"
#include "model/search/survey/survey.h"

namespace moot {

// The value whose destroy callback ends in this step, if one does. (Inline: three fields that go through registers are put together
// in memory first, and asked for by every transition.)
inline Destroyed destroyed_by(const State& state, const Step& step) {
  if (step.type == Step::Type::callback) {
    const auto& owed = state.owed[step.mpi.index];
    if (destroys(callback_of(state, owed))) return {owed.object, owed.key, false};
  }
  if (step.type == Step::Type::end) {
    const auto& callback = state.frames[state.top(0)].callback();
    if (callback.callback == Callback::destroy) return {callback.object, callback.key, true};
  }
  return {};
}

// The events of a shortest way from the start to a state in which the invariant is broken, or to a step that breaks it. There
// must be one. Searches from the start, breadth first, on one thread: nobody pays for ways that are not asked for. None: `end`
// was earlier.
std::vector<Event> way_to(const Client& client, Invariant invariant,
                          std::optional<Invariant> (*broken)(const State&) = moot::broken, const EndWhen& end = {});

} // namespace moot
