#include "properties/twins.h"

#include "properties/naive_explorer.h"

#include <algorithm>

namespace moot::properties {

std::string bytes_of(const Machine& machine, const State& state) {
  std::string bytes;
  encode(state, machine.mpi().setting_order(state), bytes);
  return bytes;
}

bool all_distinct(const State& state) {
  std::set<std::pair<Kind, std::int64_t>> seen;
  return std::ranges::all_of(state.objects, [&](const Object& object) {
    return object.kind == Kind::none || seen.emplace(object.kind, object.identity()).second;
  });
}

const Fault* fault(const std::vector<Fault>& faults, Clause clause) {
  const auto found = std::ranges::find(faults, clause, &Fault::clause);
  return found == faults.end() ? nullptr : &*found;
}

namespace {

// Both say that the same ways to answer the open questions lead there.
bool same_answers(const std::vector<AnswerSet>& fast, const std::vector<AnswerSet>& naive) {
  return std::ranges::all_of(fast, [&](const AnswerSet& set) { return covers_naively(naive, set); }) &&
         std::ranges::all_of(naive, [&](const AnswerSet& set) { return covers_naively(fast, set); });
}

void require_same_end(const std::vector<Fault>& fast, const std::vector<AnswerSet>& naive) {
  RC_ASSERT(fast.empty() == naive.empty());
  if (!naive.empty()) RC_ASSERT(same_answers(fast.front().under, naive));
}

} // namespace

void require_agreement(const Machine& machine) {
  const auto naive = explore_naively(machine, machine.initial());
  RC_PRE(naive.complete);
  const auto fast = explore(machine);

  RC_ASSERT(fast.outcomes.size() == naive.outcomes.size());
  for (const auto& outcome : fast.outcomes) {
    RC_ASSERT(naive.outcomes.contains(outcome.observed));
    const auto& under = naive.outcomes.at(outcome.observed);
    RC_ASSERT((outcome.verdict == Verdict::allowed) == covers_naively(under));
    RC_ASSERT(same_answers(outcome.under, under));
  }
  RC_ASSERT(fast.erroneous.size() == naive.erroneous.size());
  for (const auto& [clause, under] : naive.erroneous) {
    const auto* found = fault(fast.erroneous, clause);
    RC_ASSERT(found != nullptr);
    RC_ASSERT(same_answers(found->under, under));
  }
  require_same_end(fast.aborts, naive.aborts);
  require_same_end(fast.endless, naive.stuck);
}

void require_readable(const Machine& machine, Dice& dice) {
  State back; // used again and again, as a survey does
  random_run(machine, dice, nullptr, [&](const State&, const Move&, const State& state) {
    const auto bytes = bytes_of(machine, state);
    decode(bytes, machine.initial(), back);
    RC_ASSERT(bytes_of(machine, back) == bytes);
    if (state.erroneous != Clause::none || !all_distinct(state)) return;
    Moves moves, moves_back;
    machine.moves(state, moves);
    machine.moves(back, moves_back);
    RC_ASSERT(moves.size() == moves_back.size());
    if (moves.empty()) return;
    const auto chosen = dice.below(static_cast<std::uint32_t>(moves.size()));
    State next = state;
    machine.apply(next, moves[chosen]);
    machine.apply(back, moves_back[chosen]);
    if (!all_distinct(next)) return;
    RC_ASSERT(bytes_of(machine, next) == bytes_of(machine, back));
  });
}

} // namespace moot::properties
