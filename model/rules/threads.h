// Calls of several threads on one value: a step for those that set values, or take them away.
#pragma once

#include "model/rules/operands.h"

namespace moot::rules {

// What another thread does to this value, or attribute.
enum class Elsewhere : std::uint8_t {
  nothing,
  has_changed, // a call has done its work, and has not returned
  is_changing, // it owes callbacks
};

inline Elsewhere elsewhere(const Call& call, Operand on, Operand under) {
  const auto& state = call.law.state;
  auto found = Elsewhere::nothing;
  for (std::size_t i = 0; i < state.frames.size(); ++i) {
    const auto& frame = state.frames[i];
    if (frame.thread == call.thread() || !frame.is_call()) continue;
    const auto changes = [&](const Phase& phase) {
      return phase.frame == i && phase.is_of_one_value() && phase.object == call.slot(on) &&
             phase.key == call.slot(under);
    };
    if (std::ranges::any_of(state.phases, changes)) return Elsewhere::is_changing;
    const auto& of = frame.call();
    const auto& works_on = rule_of(of.procedure).works_on;
    if (works_on && works_on->place == on.place && of.arguments.at(on.place).is_object(call.slot(on)) &&
        of.arguments.at(under.place).is_object(call.slot(under)))
      found = Elsewhere::has_changed;
  }
  return found;
}

// (in-some-order: it waits, as if it had come afterwards.)
template <Operand on, Operand under>
inline constexpr Step not_changed_elsewhere{
    by({Clause::interop_callbacks_threads, Clause::threads_order}).asks<ConcurrentChange>(),
    "may two threads set or delete one value at the same time? If so, it is as if one came after the other",
    [](Call& call) {
      const auto other = elsewhere(call, on, under);
      if (other == Elsewhere::nothing) return;
      if (call.ask<ConcurrentChange>() == ConcurrentChange::erroneous) return call.is_at_fault();
      if (other == Elsewhere::is_changing) call.waits();
    }};

} // namespace moot::rules
