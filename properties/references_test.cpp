// What the graph of references finds left behind, beside the law's own reckoning and a naive one.
#include "model/law/law.h"
#include "model/search/references.h"
#include "properties/defaults.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/walk.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace moot::properties {
namespace {

using Slots = std::set<Slot>;

Slots left_behind(const State& state) {
  const auto leak = leak_in(state);
  Slots slots(leak.others.begin(), leak.others.end());
  for (const auto& cycle : leak.cycles) slots.insert(cycle.begin(), cycle.end());
  return slots;
}

// Calls in progress and all.
RC_GTEST_PROP(Leak, IsWhatTheLawWouldCollect, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  const Machine machine(program, reading);
  every_step(machine, [&](const State&, const Move&, const State& state) {
    if (state.erroneous != Clause::none) return;
    State copy = state;
    const auto garbage = Law(copy, reading, areas_of(program)).garbage_keys();
    RC_ASSERT(left_behind(state) == Slots(garbage.begin(), garbage.end()));
  });
}

bool is_pending(const Object& object) { return object.kind == Kind::request && object.committed; }

// No call is in progress: what the handles of the program lead to, and the operations that are not over, step by step; all else is left behind.
Slots naively_left_behind(const State& state) {
  Slots left;
  for (Slot slot = 0; slot < state.objects.size(); ++slot)
    if (state.objects[slot].kind != Kind::none && !state.objects[slot].handle_live && !is_pending(state.objects[slot]))
      left.insert(slot);
  for (bool changed = true; changed;) {
    const auto before = left.size();
    for (Slot slot = 0; slot < state.objects.size(); ++slot)
      if (!left.contains(slot)) left.erase(state.objects[slot].base), left.erase(state.objects[slot].comm);
    for (const auto& value : state.attachments)
      if (!left.contains(value.object)) left.erase(value.key);
    changed = left.size() != before;
  }
  return left;
}

RC_GTEST_PROP(Leak, IsWhatNoHandleLeadsTo, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  const Machine machine(program, reading);
  every_step(machine, [](const State&, const Move&, const State& state) {
    if (state.erroneous != Clause::none || !Machine::finished(state)) return;
    RC_ASSERT(left_behind(state) == naively_left_behind(state));
  });
}

// What a leak tells holds together: its cycles are ones, and disjoint.
RC_GTEST_PROP(Leak, HasCyclesOfValues, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  const Machine machine(program, reading);
  every_step(machine, [](const State&, const Move&, const State& state) {
    if (state.erroneous != Clause::none) return;
    const auto leak = leak_in(state);
    RC_ASSERT(leak.others.empty() || !leak.cycles.empty());
    Slots met;
    for (const auto& cycle : leak.cycles)
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        RC_ASSERT(state.find(cycle[i], cycle[(i + 1) % cycle.size()]) != nullptr);
        RC_ASSERT(met.insert(cycle[i]).second);
      }
  });
}

} // namespace
} // namespace moot::properties
