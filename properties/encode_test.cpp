// The canonical bytes of a state: equal for states that differ only in slots, different where behaviour differs.
#include "properties/naive_explorer.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/twins.h"

#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <rapidcheck/gtest.h>
#include <set>

namespace moot::properties {
namespace {

// ---- renaming of slots

// Predefined objects keep their slots (the machine knows them by these); the others are dealt anew.
std::vector<Slot> shuffled(const State& state, Dice& dice) {
  std::vector<Slot> to(state.objects.size());
  std::iota(to.begin(), to.end(), Slot{0});
  Slot first = 0;
  while (first < to.size() && state.objects[first].site >= predefined_site) ++first;
  for (auto i = static_cast<Slot>(to.size()); i > first + 1; --i)
    std::swap(to[i - 1], to[first + dice.below(i - first)]);
  return to;
}

class Renaming {
public:
  explicit Renaming(std::vector<Slot> to) : to_(std::move(to)) {}

  State operator()(const State& original) const {
    State state = original;
    for (Slot i = 0; i < original.objects.size(); ++i) {
      auto& object = state.objects.edit(to_[i]);
      object = original.objects[i];
      for (auto* slot : {&object.base, &object.comm}) rename(*slot);
    }
    state.attachments.edit_each([&](Attachment& value) { rename(value.object), rename(value.key); });
    state.owed.edit_each([&](Obligation& each) { rename(each.object), rename(each.key); });
    state.phases.edit_each([&](Phase& phase) {
      for (auto* slot : {&phase.object, &phase.created, &phase.key}) rename(*slot);
    });
    state.variables.edit_each([&](Value& value) { rename(value); });
    state.frames.edit_each([&](Frame& frame) {
      frame.each_slot([&](Slot& slot) { rename(slot); });
      frame.each_value([&](Value& value) { rename(value); });
    });
    return state;
  }

private:
  void rename(Slot& slot) const {
    if (slot != no_slot) slot = to_[slot];
  }
  void rename(Value& value) const {
    if (value.type == Value::Type::object) value.number = to_[static_cast<Slot>(value.number)];
  }
  std::vector<Slot> to_;
};

RC_GTEST_PROP(Encode, DoesNotSeeSlots, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  auto dice = *properties::dice();
  const Machine machine(program, reading);
  random_run(machine, dice, nullptr, [&](const State&, const Move&, const State& state) {
    if (!all_distinct(state)) return;
    const Renaming renaming(shuffled(state, dice));
    RC_ASSERT(bytes_of(machine, state) == bytes_of(machine, renaming(state)));
  });
}

// ---- there and back

RC_GTEST_PROP(Encode, CanBeReadBack, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  auto dice = *properties::dice();
  require_readable(Machine(program, reading), dice);
}

// ---- equal bytes, equal behaviour

std::set<Observed> outcomes(const NaiveExploration& found) {
  std::set<Observed> all;
  for (const auto& [observed, under] : found.outcomes) all.insert(observed);
  return all;
}

bool behave_alike(const Machine& machine, const State& a, const State& b) {
  constexpr NaiveLimits limits{.steps = 5'000, .run = 200, .depth = 40};
  const auto from_a = explore_naively(machine, a, limits);
  const auto from_b = explore_naively(machine, b, limits);
  if (!from_a.complete || !from_b.complete) return true; // not known
  const auto same_faults = [](const auto& x, const auto& y) { return x.first == y.first; };
  return outcomes(from_a) == outcomes(from_b) && std::ranges::equal(from_a.erroneous, from_b.erroneous, same_faults) &&
         from_a.stuck.empty() == from_b.stuck.empty();
}

RC_GTEST_PROP(Encode, GivesEqualBytesToStatesThatBehaveAlikeOnly, ()) {
  const auto program = *programs();
  const auto reading = *readings();
  auto dice = *properties::dice();
  const Machine machine(program, reading);
  std::map<std::string, State> first; // with these bytes
  int compared = 0;
  for (int i = 0; i < 8; ++i)
    random_run(machine, dice, nullptr, [&](const State&, const Move&, const State& state) {
      if (state.erroneous != Clause::none || compared > 30) return;
      const auto [other, is_new] = first.try_emplace(bytes_of(machine, state), state);
      if (is_new || other->second == state) return;
      ++compared;
      RC_ASSERT(behave_alike(machine, other->second, state));
    });
}

} // namespace
} // namespace moot::properties
