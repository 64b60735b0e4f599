#include "workbench/shared/verdicts.h"

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

std::string chosen_reading(const Options& options, const Areas& areas) {
  if (options.readings.size() > 1) throw UsageError("--reading: one reading at a time (only settle takes several)");
  if (!options.readings.empty()) return options.readings.front();
  return areas.attributes && !areas.ticket304 ? "mpi-3.1" : "ticket304";
}

std::vector<Reading> chosen_readings(const Options& options) {
  std::vector<Reading> readings;
  const auto names = options.readings.empty() ? reading_names(options.spec + "/readings") : options.readings;
  readings.reserve(names.size());
  for (const auto& name : names) readings.push_back(load_reading(options, name));
  return readings;
}

std::string pinned_answers(const Options& options) {
  auto pinned = all_open("pinned");
  if (options.readings.size() == 1) pinned = read_reading(options.readings.front(), options.spec + "/readings");
  for (const auto& answer : options.answers) override_answer(pinned, answer);
  std::string list;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    const auto& about = text(question);
    if (pinned[question] == open_answer || !about.due.empty() || about.area == Area::attributes) continue;
    list +=
        fmt::format("{}{}={}", list.empty() ? "" : ",", text(question).id, text(question).answers[pinned[question]]);
  }
  return list;
}

} // namespace moot
