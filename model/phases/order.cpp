// Orders among the callbacks that a phase owes in one column.
#include "model/law/kinds.h"
#include "model/phases/row.h"

#include <algorithm>

namespace moot {

bool in_any_order(const State&, const Obligation&) { return true; }
MayBegin any_order(Questions&, const Phase&) { return in_any_order; }
MayBegin order_of_deletes(Questions& questions, const Phase&) {
  return questions.ask<DeleteOrder>() == DeleteOrder::last_set_first ? is_last_set : in_any_order;
}

// The one whose value was set last: of those on one object.
bool is_last_set(const State& state, const Obligation& candidate) {
  const auto column = [&](Slot key) { return column_of(state.objects[key].kind); };
  const auto* mine = state.find_any(candidate.object, candidate.key);
  if (mine == nullptr) return true; // it went before its turn
  for (const auto& value : state.attachments) {
    if (value.object != candidate.object || column(value.key) != column(candidate.key)) continue;
    // Where a newer value stands beside one that is dying, the newer one is meant.
    if (&value <= mine || state.find_any(value.object, value.key) != &value) continue;
    const bool owed_too = std::ranges::any_of(state.owed, [&](const Obligation& other) {
      return other.phase == candidate.phase && other.object == value.object && other.key == value.key;
    });
    if (owed_too) return false;
  }
  return true;
}

bool is_lowest_keyval(const State& state, const Obligation& candidate) {
  const auto number = keyval_of(state.objects[candidate.key]).number();
  return std::ranges::none_of(state.owed, [&](const Obligation& other) {
    const auto& key = state.objects[other.key];
    return other.phase == candidate.phase && other.object == candidate.object &&
           column_of(key.kind) == column_of(state.objects[candidate.key].kind) && keyval_of(key).number() < number;
  });
}

} // namespace moot
