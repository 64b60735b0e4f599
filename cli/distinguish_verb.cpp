// moot distinguish: the shortest program whose outcomes differ under two readings.
#include "spec/language/distinguishing_case.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/json.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/pace.h"
#include "workbench/shared/resources.h"
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

Reading reading_with_answers(const Options& options, const std::string& words) {
  auto reading = load_reading(options, reading_in(words));
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
    const bool asked = text(question).due.empty() && text(question).area != Area::attributes;
    if (asked && a[question] != b[question]) questions.push_back(question);
  }
  return questions;
}

struct Found : Distinguished {
  std::optional<Question> decides;
};

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

Found search(const Options& options, const Reading& a, const Reading& b) {
  if (differences(a, b).empty()) return {}; // no program can tell them apart
  SearchOptions how;
  how.calls_at_most = options.calls_at_most;
  how.jobs = jobs_to_use(options.jobs);
  how.end = {&Interruptible::asked(), has_more_than(options.memory)};
  Pace pace;
  how.progress = [&](const SearchProgress& progress) {
    if (!pace.is_due()) return;
    fmt::print(stderr, "moot: {}: {:.0f} s, {}, {}{}\n", b.name, pace.seconds(), counted(progress.calls, "call"),
               counted(progress.positions, "position"),
               progress.found ? "; found one, looking for one with fewer statements" : "");
  };
  Found found{shortest_case(a, b, how), {}};
  if (!found.it) return found;
  found.decides = deciding(*found.it, a, b);
  if (found.decides) found.it->program.questions = {std::string(text(*found.decides).id)};
  found.it->program.title = fmt::format("{} or {}?", a.name, b.name);
  return found;
}

// ---- for people

std::string to_text(const Program& program, const Results& results) {
  std::string text;
  for (const auto& outcome : results.outcomes) text += fmt::format("  {}\n", to_text(program, outcome));
  if (results.erroneous) text += "  the program breaks a rule\n";
  if (results.endless) text += "  a run never ends\n";
  return text;
}

// How sure the search is.
std::string what_is_proven(const Found& found) {
  const auto& search = found.search;
  if (search.ending != Ending::complete)
    return fmt::format("no program has fewer calls; {} in search of one with fewer statements", name(search.ending));
  if (!search.all) return "no program has fewer calls; one with as many may have fewer statements";
  return "no program has fewer calls, and no history with as many needs fewer statements";
}

std::string none(const Options& options, const SearchResult& search) {
  if (search.ending == Ending::complete) return fmt::format("none up to {} calls", options.calls_at_most);
  if (search.calls == 0) return fmt::format("none so far: {}", name(search.ending));
  return fmt::format("none up to {} calls, and none so far with more: {}", search.calls - 1, name(search.ending));
}

void print_text(const Options& options, const Reading& a, const Reading& b, const Found& found) {
  if (!found.it) {
    fmt::print("{} and {}: {}\n", a.name, b.name, none(options, found.search));
    return;
  }
  fmt::print("{}\n", print_case(found.it->program));
  for (const auto& [reading, results] : {std::pair(&a, &found.it->under_a), std::pair(&b, &found.it->under_b)})
    fmt::print("{}:\n{}", coloured(Colour::bold, reading->name), to_text(found.it->program, *results));
  if (found.decides) fmt::print("decided by {}\n", text(*found.decides).id);
  fmt::print("{}, {} in callbacks: {}\n", counted(found.it->calls, "call"),
             counted(found.it->callback_actions, "other statement"), what_is_proven(found));
}

// ---- for programs

Json to_json(const Program& program, const Results& results) {
  Json json;
  json["observed"] = Json::array();
  for (const auto& outcome : results.outcomes) json["observed"].push_back(moot::to_json(program, outcome));
  json["erroneous"] = results.erroneous;
  json["endless"] = results.endless;
  return json;
}

Json to_json(const Options& options, const Reading& a, const Reading& b, const Found& found) {
  Json json;
  json["a"] = a.name;
  json["b"] = b.name;
  json["calls_at_most"] = options.calls_at_most;
  json["ending"] = name(found.search.ending);
  json["all_looked_at"] = found.search.all && found.search.ending == Ending::complete;
  json["positions"] = found.search.positions;
  json["calls"] = found.it ? Json(found.it->calls) : Json();
  json["callback_actions"] = found.it ? Json(found.it->callback_actions) : Json();
  json["program"] = found.it ? Json(print_case(found.it->program)) : Json();
  json["outcomes"] = Json::object();
  if (found.it) {
    json["outcomes"][a.name] = to_json(found.it->program, found.it->under_a);
    json["outcomes"][b.name] = to_json(found.it->program, found.it->under_b);
  }
  json["question"] = found.decides ? Json(text(*found.decides).id) : Json();
  return json;
}

} // namespace

int distinguish(const Options& options) {
  auto a = reading_with_answers(options, options.readings.at(0));
  auto b = reading_with_answers(options, options.readings.at(1));
  for (const auto* reading : {&a, &b})
    if (!reading->about.ticket304)
      throw UsageError(
          fmt::format("{} is about today's attributes; the search makes programs of Ticket 304 only", reading->name));
  std::vector<std::string> bases;
  for (const auto& words : options.readings) bases.push_back(reading_in(words));
  say_without_effect(options, bases);
  if (a.name == b.name) { // a copy that somebody is changing
    a.name = options.readings.at(0);
    b.name = options.readings.at(1);
  }
  const auto questions = differences(a, b);
  std::vector<std::pair<Reading, Reading>> pairs{{a, b}};
  if (options.all) {
    pairs.clear();
    for (const auto question : questions) {
      auto changed = a;
      changed[question] = b[question];
      const auto answer = b[question] == open_answer ? "open" : text(question).answers[b[question]];
      changed.name = fmt::format("{}:{}={}", a.name, text(question).id, answer);
      pairs.emplace_back(a, changed);
    }
  }
  const Interruptible interruptible;
  Json all = Json::array();
  auto ending = Ending::complete;
  for (const auto& [one, other] : pairs) {
    const auto found = search(options, one, other);
    if (ending == Ending::complete) ending = found.search.ending;
    if (options.json)
      all.push_back(to_json(options, one, other, found));
    else
      print_text(options, one, other, found);
    if (options.all && !options.json) fmt::print("\n");
  }
  if (options.json) fmt::print("{}\n", to_text(options.all ? all : all.at(0)));
  if (questions.empty() && !options.json) fmt::print("They answer in the same way every question that can be asked.\n");
  return ending == Ending::complete ? exit_allowed : exit_cut_short;
}

} // namespace moot
