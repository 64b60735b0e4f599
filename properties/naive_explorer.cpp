#include "properties/naive_explorer.h"

#include <algorithm>
#include <set>

namespace moot::properties {
namespace {

struct Turn {
  std::size_t chosen = 0;
  std::size_t of = 1;
};

// The next sequence of choices, as an odometer counts. False: that was the last.
bool advance(std::vector<Turn>& turns) {
  while (!turns.empty() && turns.back().chosen + 1 == turns.back().of) turns.pop_back();
  if (turns.empty()) return false;
  ++turns.back().chosen;
  return true;
}

bool agree(const AnswerSet& set, const std::map<Question, std::uint8_t>& all) {
  return std::ranges::all_of(set, [&](const auto& pair) { return all.at(pair.first) == pair.second; });
}

// The next way to answer the questions that are free. False: that was the last.
bool advance(std::map<Question, std::uint8_t>& all, const std::set<Question>& free) {
  for (const auto question : free) {
    if (std::size_t{++all[question]} < text(question).answers.size()) return true;
    all[question] = 0;
  }
  return false;
}

} // namespace

bool for_every_run(const Machine& machine, const State& start, const NaiveLimits& limits,
                   const std::function<void(const State&, const Moves&)>& ended) {
  std::vector<Turn> turns;
  std::uint64_t steps = 0;
  do {
    State state = start;
    Moves moves;
    Moves played;
    for (machine.moves(state, moves); !moves.empty(); machine.moves(state, moves)) {
      if (++steps > limits.steps || played.size() == limits.run || state.frames.size() > limits.depth) return false;
      if (played.size() == turns.size()) turns.push_back({0, moves.size()});
      played.push_back(moves[turns[played.size()].chosen]);
      machine.apply(state, played.back());
    }
    ended(state, played);
  } while (advance(turns));
  return true;
}

NaiveExploration explore_naively(const Machine& machine, const State& start, const NaiveLimits& limits) {
  NaiveExploration found;
  found.complete = for_every_run(machine, start, limits, [&](const State& state, const Moves&) {
    if (state.aborted())
      found.aborts.push_back(answers_of(state));
    else if (state.erroneous != Clause::none)
      found.erroneous[state.erroneous].push_back(answers_of(state));
    else if (!Machine::finished(state))
      found.stuck.push_back(answers_of(state));
    else
      found.outcomes[machine.outcome(state)].push_back(answers_of(state));
  });
  return found;
}

bool covers_naively(const std::vector<AnswerSet>& sets, const AnswerSet& given) {
  std::map<Question, std::uint8_t> all(given.begin(), given.end());
  std::set<Question> free;
  for (const auto& set : sets)
    for (const auto& [question, answer] : set)
      if (!all.contains(question)) free.insert(question);
  for (const auto question : free) all[question] = 0;
  do {
    if (std::ranges::none_of(sets, [&](const AnswerSet& set) { return agree(set, all); })) return false;
  } while (advance(all, free));
  return true;
}

} // namespace moot::properties
