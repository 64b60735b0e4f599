#include "workbench/settle/expectations.h"

#include "spec/language/law/reading_file.h"
#include "spec/language/nearest.h"
#include "workbench/shared/results.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace moot {

namespace {

std::string words(const Program& program, const Expected& expected) {
  if (expected.type == Expected::Type::erroneous)
    return fmt::format("erroneous {}{}{}", expected.clause, expected.diagnosed ? " diagnosed " : "",
                       expected.diagnosed ? name(*expected.diagnosed) : "");
  if (expected.type == Expected::Type::endless) return "endless";
  if (expected.type == Expected::Type::aborts) return "aborts";
  return fmt::format("{{ {} }}{}", to_text(program, expected.observed), expected.unspecified ? " unspecified" : "");
}

// An expectation need not say how a fault is diagnosed.
bool is_met(const Expected& expected, const Expected& found) {
  if (expected.diagnosed || !found.diagnosed) return expected == found;
  auto undiagnosed = found;
  undiagnosed.diagnosed.reset();
  return expected == undiagnosed;
}

bool is_expected(const Expected& found, const std::vector<Expected>& expected) {
  return std::ranges::any_of(expected, [&](const Expected& each) { return is_met(each, found); });
}

std::string unexpected(const Program& program, const std::vector<Expected>& expected,
                       const std::vector<Expected>& found) {
  std::string text;
  for (const auto& each : found)
    if (!is_expected(each, expected)) text += fmt::format("found, not expected: {}\n", words(program, each));
  return text;
}

std::string all_differences(const Program& program, const std::vector<Expected>& expected,
                            const std::vector<Expected>& found) {
  std::string text;
  for (const auto& each : expected)
    if (std::ranges::none_of(found, [&](const Expected& it) { return is_met(each, it); }))
      text += fmt::format("expected, not found: {}\n", words(program, each));
  return text + unexpected(program, expected, found);
}

// What was found so far comes about. But what seems unspecified may be allowed, once all is known.
std::string differences_so_far(const Program& program, const std::vector<Expected>& expected,
                               std::vector<Expected> found) {
  for (auto& each : found)
    if (each.unspecified) each.unspecified = std::ranges::find(expected, each) != expected.end();
  return unexpected(program, expected, found);
}

void require_clauses(const Expectation& expectation) {
  std::vector<std::string_view> known;
  known.reserve(clause_count);
  for (int i = 1; i < clause_count; ++i) known.push_back(id(static_cast<Clause>(i)));
  for (const auto& result : expectation.results)
    if (result.type == Expected::Type::erroneous && std::ranges::find(known, result.clause) == known.end())
      throw UsageError(fmt::format("expect in line {}: no rule rests on a clause '{}'{}", expectation.position.line,
                                   result.clause, did_you_mean(result.clause, known)));
}

// The readings that expectations name, each read once: a case often names the same one ten times.
class ExpectedReadings {
public:
  explicit ExpectedReadings(const std::string& folder) : folder_(folder) {}

  // With the answers of the expectation.
  Reading of(const Expectation& expectation) {
    const auto [known, is_new] = read_.try_emplace(expectation.reading);
    if (is_new) known->second = read_reading(expectation.reading, folder_);
    auto reading = known->second;
    for (const auto& [question, answer] : expectation.answers)
      override_answer(reading, fmt::format("{}={}", question, answer));
    return reading;
  }

private:
  const std::string& folder_;
  std::map<std::string, Reading> read_;
};

void require_names(const Program& program, ExpectedReadings& readings) {
  for (const auto& expectation : program.expectations) {
    readings.of(expectation);
    require_clauses(expectation);
  }
}

} // namespace

void require_names(const Program& program, const std::string& readings_folder) {
  ExpectedReadings readings(readings_folder);
  require_names(program, readings);
}

ExpectationsChecked check_expectations(const Program& program, const std::string& readings_folder,
                                       const std::function<ExploreLimits()>& limits, Audit* audit) {
  ExpectedReadings readings(readings_folder);
  require_names(program, readings);
  ExpectationsChecked checked;
  for (const auto& expectation : program.expectations) {
    const auto reading = readings.of(expectation);
    auto words = expectation.reading;
    const auto process = expectation.process;
    if (process != Process{}) words += fmt::format(" rank {} of {}", process.rank, process.size);
    const auto* before = " with";
    for (const auto& [question, answer] : expectation.answers)
      words += fmt::format("{} {} = {}", std::exchange(before, ","), question, answer);
    Program of_process = program;
    of_process.process = process;
    Machine machine(of_process, reading);
    if (audit != nullptr) machine.audit(*audit);
    const auto exploration = explore(machine, limits());
    const auto& cut_off = exploration.cut_off;
    const auto found = results(exploration);
    const auto what = cut_off ? differences_so_far(program, expectation.results, found)
                              : all_differences(program, expectation.results, found);
    if (!what.empty())
      checked.missed.push_back({expectation.position, words, what});
    else if (cut_off)
      checked.undecided.push_back({expectation.position, words, cut_off->words + "\n"});
  }
  return checked;
}

} // namespace moot
