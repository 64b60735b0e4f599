#include "cli/verdicts.h"

#include <fmt/format.h>

#include <array>

namespace moot {

int exit_code(Verdict verdict) {
  switch (verdict) {
  case Verdict::allowed: return exit_allowed;
  case Verdict::forbidden: return exit_forbidden;
  case Verdict::erroneous: return exit_erroneous;
  case Verdict::unspecified: return exit_unspecified;
  }
  return exit_usage;
}

Verdict worse(Verdict a, Verdict b) {
  for (const auto verdict : {Verdict::forbidden, Verdict::erroneous, Verdict::unspecified})
    if (a == verdict || b == verdict) return verdict;
  return Verdict::allowed;
}

Reading load_reading(const Options& options, const std::string& name) {
  auto reading = read_reading(name, options.spec + "/readings");
  for (const auto& answer : options.answers) override_answer(reading, answer);
  return reading;
}

std::string chosen_reading(const Options& options) {
  if (options.readings.size() > 1) throw UsageError("--reading: one reading at a time (only settle takes several)");
  return options.readings.empty() ? "ticket304" : options.readings.front();
}

std::vector<std::string> chosen_readings(const Options& options) {
  return options.readings.empty() ? reading_names(options.spec + "/readings") : options.readings;
}

std::string pinned_answers(const Options& options) {
  auto pinned = all_open("pinned");
  for (const auto& answer : options.answers) override_answer(pinned, answer);
  std::string list;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    if (pinned[question] == open_answer || !text(question).due.empty()) continue;
    list +=
        fmt::format("{}{}={}", list.empty() ? "" : ",", text(question).id, text(question).answers[pinned[question]]);
  }
  return list;
}

} // namespace moot
