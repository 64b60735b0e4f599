#include "workbench/shared/no_effect.h"

#include "workbench/settle/expectations.h"

#include <fmt/format.h>

#include <algorithm>

namespace moot {
namespace {

constexpr std::uint64_t most_states = 200'000; // beyond, nobody waits for a remark

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
  if (areas.ticket304 && areas.attributes) return "Ticket 304 and today's attributes";
  return areas.attributes ? "today's attributes" : "Ticket 304";
}

} // namespace

void say_without_effect(const std::string& answer, const std::string& why) {
  fmt::print(stderr, "moot: --answer {} changes nothing: {}\n", answer, why);
}

NoEffect::NoEffect(const Options& options, const std::vector<std::string>& readings)
    : options_(options), matters_(options.answers.size()) {
  for (const auto& name : options.readings.empty() ? readings : options.readings)
    readings_.push_back(read_reading(name, options.spec + "/readings"));
}

void NoEffect::look_at(const Reading& with_answers, const std::function<bool(const Reading&)>& same) {
  const auto base = std::ranges::find(readings_, with_answers.name, &Reading::name);
  if (base == readings_.end()) return;
  for (std::size_t i = 0; i < options_.answers.size(); ++i) {
    const auto question = question_of_answer(options_.answers[i]);
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
    limits.states = std::min(options_.states, most_states);
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
}

std::string NoEffect::why(std::size_t answer, const std::string& what) const {
  if (auto always = never(options_.answers[answer], readings_); !always.empty()) return always;
  return fmt::format("{} does not depend on it under {}", what,
                     readings_.size() == 1 ? readings_.front().name : "any reading");
}

void NoEffect::say(const std::string& what) const {
  for (std::size_t i = 0; i < matters_.size(); ++i)
    if (!matters_[i]) say_without_effect(options_.answers[i], why(i, what));
  for (const auto& [reading, cases] : strangers_) {
    const auto of =
        used_ / readings_.size() > 1 ? fmt::format("{} of {} cases in ", cases, used_ / readings_.size()) : "";
    fmt::print(stderr, "moot: {} is not about {}{}: it leaves the questions on {} open\n", reading, of, what,
               words(areas_));
  }
}

void say_without_effect(const Options& options, const std::vector<std::string>& readings) {
  std::vector<Reading> all;
  all.reserve(readings.size());
  for (const auto& name : readings) all.push_back(read_reading(name, options.spec + "/readings"));
  for (const auto& answer : options.answers)
    if (const auto why = never(answer, all); !why.empty()) say_without_effect(answer, why);
}

} // namespace moot
