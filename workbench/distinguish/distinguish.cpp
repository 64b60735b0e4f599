#include "workbench/distinguish/distinguish.h"

#include "workbench/shared/no_effect.h"
#include "workbench/shared/pace.h"
#include "workbench/shared/resources.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace moot {
namespace {

// "READING", or "READING:QUESTION=ANSWER,...": the first.
std::string reading_in(const std::string& words) {
  return std::filesystem::exists(words) ? words : words.substr(0, words.find(':'));
}

Reading reading_with_answers(const ChosenLaw& law, const std::string& words) {
  auto reading = load_reading(law, reading_in(words));
  if (reading_in(words) == words) return reading;
  for (auto rest = words.substr(words.find(':') + 1); !rest.empty();) {
    const auto comma = std::min(rest.find(','), rest.size());
    override_answer(reading, rest.substr(0, comma));
    rest.erase(0, comma + 1);
  }
  reading.name = words;
  return reading;
}

// The questions that two readings answer differently, as far as a program of the search asks them.
std::vector<Question> differences(const Reading& a, const Reading& b) {
  std::vector<Question> questions;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    const auto& about = text(question);
    const bool of_tools = about.area == Area::tools;
    const bool is_searched = question != Question::context_lifetime; // (no program keeps a context)
    const bool asked = a.about.ticket304 ? about.area != Area::attributes && !of_tools : of_tools && is_searched;
    if (about.due.empty() && asked && a[question] != b[question]) questions.push_back(question);
  }
  return questions;
}

// The first question that decides alone.
std::optional<Question> deciding(const DistinguishingCase& found, const Reading& a, const Reading& b) {
  for (const auto question : differences(a, b)) {
    auto changed = a;
    changed[question] = b[question];
    const auto under_changed = results(found.program, changed);
    if (under_changed && *under_changed != found.under_a) return question;
  }
  return std::nullopt;
}

// For each of the questions: `a`, and `a` with the answer of `b`.
std::vector<std::pair<Reading, Reading>> one_by_one(const Reading& a, const Reading& b,
                                                    const std::vector<Question>& questions) {
  std::vector<std::pair<Reading, Reading>> pairs;
  for (const auto question : questions) {
    auto changed = a;
    changed[question] = b[question];
    const auto answer = b[question] == open_answer ? "open" : text(question).answers[b[question]];
    changed.name = fmt::format("{}:{}={}", a.name, text(question).id, answer);
    pairs.emplace_back(a, changed);
  }
  return pairs;
}

} // namespace

ReadingPairs pairs_of(const DistinguishRequest& request) {
  const auto& given = request.law.readings;
  auto a = reading_with_answers(request.law, given.at(0));
  auto b = reading_with_answers(request.law, given.at(1));
  for (const auto* reading : {&a, &b})
    if (!reading->about.ticket304 && !reading->about.tools)
      throw UsageError(fmt::format(
          "{} is about today's attributes; the search makes programs of Ticket 304 or of tools", reading->name));
  if (a.about.ticket304 != b.about.ticket304)
    throw UsageError(
        fmt::format("{} is about {}, and {} is not", a.name, a.about.ticket304 ? "Ticket 304" : "tools", b.name));
  if (a.name == b.name) { // a copy that somebody is changing
    a.name = given.at(0);
    b.name = given.at(1);
  }
  const auto questions = differences(a, b);
  ReadingPairs result;
  result.differ = !questions.empty();
  result.remarks = without_effect(request.law, {reading_in(given.at(0)), reading_in(given.at(1))});
  if (request.all)
    result.pairs = one_by_one(a, b, questions);
  else
    result.pairs.emplace_back(std::move(a), std::move(b));
  return result;
}

ToldApart tell_apart(const DistinguishRequest& request, const Reading& a, const Reading& b,
                     const std::atomic<bool>& stop) {
  if (differences(a, b).empty()) return {{}, a, b, {}}; // no program can tell them apart
  SearchOptions how;
  how.calls_at_most = request.calls_at_most;
  how.jobs = jobs_to_use(request.jobs);
  how.end = {&stop, has_more_than(request.memory)};
  Pace pace;
  how.progress = [&](const SearchProgress& progress) {
    if (!pace.is_due()) return;
    fmt::print(stderr, "moot: {}: {:.0f} s, {}, {}{}\n", b.name, pace.seconds(), counted(progress.calls, "call"),
               counted(progress.positions, "position"),
               progress.found ? "; found one, looking for one with fewer statements" : "");
  };
  ToldApart found{shortest_case(a, b, how), a, b, {}};
  if (!found.it) return found;
  found.decides = deciding(*found.it, a, b);
  if (found.decides) found.it->program.questions = {std::string(text(*found.decides).id)};
  found.it->program.title = fmt::format("{} or {}?", a.name, b.name);
  return found;
}

} // namespace moot
