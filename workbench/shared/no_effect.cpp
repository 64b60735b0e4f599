#include "workbench/shared/no_effect.h"

#include "workbench/shared/results.h"

#include <fmt/format.h>

#include <algorithm>

namespace moot {
namespace {

constexpr std::uint64_t most_states_for_a_remark = 200'000; // beyond, nobody waits for a remark

std::vector<Reading> readings_named(const ChosenLaw& law, const std::vector<std::string>& names) {
  std::vector<Reading> readings;
  if (law.answers.empty()) return readings;
  for (const auto& name : names) readings.push_back(read_reading(name, law.readings_folder()));
  return readings;
}

Question question_of_answer(const std::string& answer) { return *question_named(answer.substr(0, answer.find('='))); }

bool has(const Reading& reading, const std::string& answer) {
  auto changed = reading;
  override_answer(changed, answer);
  return changed.answers == reading.answers;
}

// Why no program can tell; or "".
std::string never(const std::string& answer, const std::vector<Reading>& readings) {
  const auto& question = text(question_of_answer(answer));
  if (!question.due.empty()) return fmt::format("no rule asks it yet; it waits for {}", question.due);
  if (!std::ranges::all_of(readings, [&](const Reading& reading) { return has(reading, answer); })) return "";
  return readings.size() == 1 ? fmt::format("{} already answers so", readings.front().name)
                              : "the readings already answer so";
}

std::string_view words(const Areas& areas) {
  if (areas.tools) return areas.ticket304 || areas.attributes ? "tools, and keys or attributes" : "tools";
  if (areas.ticket304 && areas.attributes) return "Ticket 304 and today's attributes";
  return areas.attributes ? "today's attributes" : "Ticket 304";
}

} // namespace

std::string without_effect(const std::string& answer, const std::string& why) {
  return fmt::format("--answer {} changes nothing: {}", answer, why);
}

NoEffect::NoEffect(const ChosenLaw& law, const std::vector<std::string>& readings, std::uint64_t states)
    : law_(law), states_(std::min(states, most_states_for_a_remark)),
      names_(law.readings.empty() ? readings : law.readings), readings_(readings_named(law, names_)),
      matters_(law.answers.size()) {}

void NoEffect::look_at(const Reading& with_answers, const std::function<bool(const Reading&)>& same) {
  const auto base = std::ranges::find(readings_, with_answers.name, &Reading::name);
  if (base == readings_.end()) return;
  for (std::size_t i = 0; i < law_.answers.size(); ++i) {
    const auto question = question_of_answer(law_.answers[i]);
    auto without = with_answers;
    without[question] = (*base)[question];
    if (without.answers == with_answers.answers || !text(question).due.empty()) continue;
    {
      const std::scoped_lock lock(mutex_);
      if (matters_[i]) continue;
    }
    if (same(without)) continue;
    const std::scoped_lock lock(mutex_);
    matters_[i] = true;
  }
}

void NoEffect::look_at(const Program& program, const Reading& with_answers, const Exploration& exploration) {
  const auto with = results(exploration);
  look_at(with_answers, [&](const Reading& without) {
    ExploreLimits limits;
    limits.states = states_;
    const auto other = explore(Machine(program, without), limits);
    return !exploration.cut_off && !other.cut_off && results(other) == with;
  });
}

void NoEffect::use(const Reading& reading, const Areas& areas) {
  const std::scoped_lock lock(mutex_);
  ++used_;
  if (reading.about.cover(areas)) return;
  ++strangers_[reading.name];
  areas_.ticket304 |= areas.ticket304 && !reading.about.ticket304;
  areas_.attributes |= areas.attributes && !reading.about.attributes;
  areas_.tools |= areas.tools && !reading.about.tools;
}

std::string NoEffect::why(std::size_t answer, const std::string& what) const {
  if (auto always = never(law_.answers[answer], readings_); !always.empty()) return always;
  return fmt::format("{} does not depend on it under {}", what,
                     readings_.size() == 1 ? readings_.front().name : "any reading");
}

std::size_t NoEffect::cases() const { return used_ / std::max<std::size_t>(1, names_.size()); }

std::vector<std::string> NoEffect::remarks(const std::string& what) const {
  std::vector<std::string> remarks;
  for (std::size_t i = 0; i < matters_.size(); ++i)
    if (!matters_[i]) remarks.push_back(without_effect(law_.answers[i], why(i, what)));
  for (const auto& [reading, cases] : strangers_) {
    const auto of = this->cases() > 1 ? fmt::format("{} of {} cases in ", cases, this->cases()) : "";
    remarks.push_back(
        fmt::format("{} is not about {}{}: it leaves the questions on {} open", reading, of, what, words(areas_)));
  }
  return remarks;
}

std::vector<std::string> without_effect(const ChosenLaw& law, const std::vector<std::string>& readings) {
  const auto all = readings_named(law, readings);
  std::vector<std::string> remarks;
  for (const auto& answer : law.answers)
    if (const auto why = never(answer, all); !why.empty()) remarks.push_back(without_effect(answer, why));
  return remarks;
}

} // namespace moot
