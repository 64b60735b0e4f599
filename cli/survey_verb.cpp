// moot survey: every program of a scope, and the laws in every state.
#include "model/search/survey/survey.h"
#include "spec/language/law/scope_file.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/json.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/pace.h"
#include "workbench/shared/resources.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

namespace moot {
namespace {

Scope chosen_scope(const Options& options) {
  const auto& given = options.survey;
  auto scope = read_scope(given.scope, options.spec + "/scopes");
  if (given.handles) scope.handles = *given.handles;
  if (given.keys) scope.keys = *given.keys;
  if (given.values) scope.values = *given.values;
  require_sensible(scope, given.scope);
  return scope;
}

// How much more there may be, judged by how levels shrink.
std::string estimate(const SurveyProgress& progress) {
  if (progress.level >= progress.last_level || progress.seconds < 2) return "still growing";
  const auto ratio = static_cast<double>(progress.level) / static_cast<double>(progress.last_level);
  const auto levels_to_come = static_cast<double>(progress.level) * ratio / (1 - ratio);
  const auto to_come = static_cast<double>(progress.frontier) + levels_to_come;
  const auto done = static_cast<double>(progress.expanded);
  return done == 0 ? "still growing" : fmt::format("about {:.0f} s to go", progress.seconds * to_come / done);
}

void tell(const SurveyProgress& progress) {
  fmt::print(stderr, "moot: {:.0f} s: {} states, {:.0f} a second; {} calls, {} to expand; {}\n", progress.seconds,
             grouped(progress.states), static_cast<double>(progress.states) / progress.seconds, progress.calls,
             grouped(progress.frontier), estimate(progress));
}

double bytes_per_state(const SurveyReport& report) {
  return static_cast<double>(peak_memory()) / static_cast<double>(std::max<std::uint64_t>(1, report.states));
}

void print_json(const Scope& scope, const Reading& reading, const SurveyOptions& options, const SurveyReport& report) {
  Json json;
  json["scope"] = scope.name;
  json["keys"] = scope.keys;
  json["handles"] = scope.handles;
  json["values"] = scope.values;
  json["reading"] = reading.name;
  json["symmetry"] = options.symmetry;
  json["calls_at_most"] = options.calls_at_most ? Json(*options.calls_at_most) : Json(nullptr);
  json["ending"] = name(report.ending);
  json["states"] = report.states;
  json["transitions"] = report.transitions;
  json["erroneous"] = report.erroneous;
  json["depth"] = report.depth;
  json["seconds"] = report.seconds;
  json["bytes_per_state"] = bytes_per_state(report);
  json["violations"] = Json::array();
  for (const auto& violation : report.violations) {
    Json each;
    each["law"] = id(violation.invariant);
    each["trace"] = Json::array();
    std::uint64_t sequence = 0;
    for (const auto& event : violation.trace) each["trace"].push_back(to_json(event, ++sequence));
    json["violations"].push_back(each);
  }
  fmt::print("{}\n", to_text(json));
}

std::string verdict(const SurveyReport& report) {
  const auto broken = report.violations.size();
  if (broken == 0) return "every law holds";
  return counted(broken, "law") + (broken == 1 ? " is broken" : " are broken");
}

void print_text(const Scope& scope, const Reading& reading, const SurveyOptions& options, const SurveyReport& report) {
  if (!scope.title.empty()) fmt::print("{}\n", coloured(Colour::bold, scope.title));
  fmt::print("{} with {}, {}, {}, under {}{}{}\n\n", scope.name, counted(scope.keys, "key"),
             counted(scope.handles, "handle"), counted(scope.values, "value"), reading.name,
             options.calls_at_most ? fmt::format("; up to {}", counted(*options.calls_at_most, "call")) : "",
             options.symmetry ? "; up to renaming" : "");
  for (const auto& violation : report.violations) {
    fmt::print("{}: {}: {}\n", coloured(Verdict::forbidden), id(violation.invariant), text(violation.invariant));
    fmt::print("{}\n", violation.trace.empty() ? "    (ended before a way to it was found)\n"
                                               : to_text(violation.trace, "    "));
  }
  fmt::print("{}, {}, {} deep\n", counted(report.states, "state"), counted(report.transitions, "transition"),
             counted(report.depth, "call"));
  if (report.erroneous > 0)
    fmt::print("the program breaks a rule in {}; what would follow is not explored\n",
               counted(report.erroneous, "transition"));
  fmt::print("{:.2f} s, {:.0f} states a second, at most {:.1f} bytes a state\n", report.seconds,
             static_cast<double>(report.states) / report.seconds, bytes_per_state(report));
  if (report.ending == Ending::complete)
    fmt::print("{}\n", verdict(report));
  else
    fmt::print("{}: {}, as far as the survey got\n", coloured(Colour::yellow, name(report.ending)), verdict(report));
}

} // namespace

int survey_scope(const Options& options) {
  const auto scope = chosen_scope(options);
  const auto reading_name = options.readings.empty() ? "ticket304-strict" : chosen_reading(options);
  const auto reading = load_reading(options, reading_name);
  say_without_effect(options, {reading_name});
  const Client client(scope, reading);
  SurveyOptions how;
  how.symmetry = options.survey.symmetry;
  how.calls_at_most = options.survey.calls_at_most;
  how.jobs = jobs_to_use(options.jobs);
  Pace pace;
  how.progress = [&](const SurveyProgress& progress) {
    if (pace.is_due()) tell(progress);
  };
  const Interruptible interruptible;
  how.end = {&Interruptible::asked(), has_more_than(options.memory)};
  SurveyReport report;
  try {
    report = survey(client, how);
  } catch (const NotModelled& error) {
    throw UsageError(fmt::format("{}: {}", options.survey.scope, error.what()));
  }
  if (options.json)
    print_json(scope, reading, how, report);
  else
    print_text(scope, reading, how, report);
  if (!report.violations.empty()) return exit_forbidden;
  return report.ending == Ending::complete ? exit_allowed : exit_cut_short;
}

} // namespace moot
