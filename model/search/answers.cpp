#include "model/search/answers.h"

#include <algorithm>

namespace moot {

bool includes(const AnswerSet& larger, const AnswerSet& smaller) { return std::ranges::includes(larger, smaller); }

AnswerSet answers_of(const State& state) {
  AnswerSet set;
  if (!has_answers(state)) return set;
  for (std::size_t i = 0; i < state.answers.size(); ++i)
    if (state.answers.at(i) != 0)
      set.emplace_back(static_cast<Question>(i), static_cast<std::uint8_t>(state.answers.at(i) - 1));
  return set;
}

void add_minimal(std::vector<AnswerSet>& sets, AnswerSet set) {
  if (std::ranges::any_of(sets, [&](const AnswerSet& other) { return includes(set, other); })) return;
  std::erase_if(sets, [&](const AnswerSet& other) { return includes(other, set); });
  sets.push_back(std::move(set));
}

namespace {

// The sets that agree with `given`, without the questions that it answers.
std::vector<AnswerSet> rest_of(const std::vector<AnswerSet>& sets, const AnswerSet& given) {
  std::vector<AnswerSet> rest;
  for (const auto& set : sets) {
    AnswerSet left;
    bool agrees = true;
    for (const auto& pair : set) {
      const auto found = std::ranges::find(given, pair.first, &AnswerSet::value_type::first);
      if (found == given.end())
        left.push_back(pair);
      else if (found->second != pair.second)
        agrees = false;
    }
    if (agrees) add_minimal(rest, std::move(left));
  }
  return rest;
}

} // namespace

// Splits on one question of the first set, and looks at what is left under each of its answers.
bool cover_everything(const std::vector<AnswerSet>& sets) {
  if (sets.empty()) return false;
  if (std::ranges::any_of(sets, [](const AnswerSet& set) { return set.empty(); })) return true;
  const auto question = sets.front().front().first;
  for (std::uint8_t answer = 0; answer < answer_count(question); ++answer)
    if (!cover_everything(rest_of(sets, {{question, answer}}))) return false;
  return true;
}

void simplify(std::vector<AnswerSet>& sets) {
  const auto all = sets;
  std::vector<AnswerSet> simpler;
  for (auto set : all) {
    for (std::size_t i = set.size(); i-- > 0;) {
      AnswerSet without = set;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      if (cover_everything(rest_of(all, without))) set = std::move(without);
    }
    add_minimal(simpler, std::move(set));
  }
  sets = std::move(simpler);
}

std::string to_text(const AnswerSet& set) {
  std::string result;
  for (const auto& [question, answer] : set) {
    if (!result.empty()) result += ", ";
    result += std::string(text(question).id) + " = " + std::string(text(question).answers[answer]);
  }
  return result;
}

} // namespace moot
