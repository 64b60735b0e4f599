#include "workbench/survey/survey_report.h"

#include "workbench/shared/resources.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace moot {
namespace {

// How much more there may be, judged by how levels shrink.
std::string estimate(const SurveyProgress& progress) {
  if (progress.level >= progress.last_level || progress.seconds < 2) return "still growing";
  const auto ratio = static_cast<double>(progress.level) / static_cast<double>(progress.last_level);
  const auto levels_to_come = static_cast<double>(progress.level) * ratio / (1 - ratio);
  const auto to_come = static_cast<double>(progress.frontier) + levels_to_come;
  const auto done = static_cast<double>(progress.expanded);
  return done == 0 ? "still growing" : fmt::format("about {:.0f} s to go", progress.seconds * to_come / done);
}

double bytes_per_state(const SurveyReport& report) {
  return static_cast<double>(peak_memory()) / static_cast<double>(std::max<std::uint64_t>(1, report.states));
}

std::string verdict(const SurveyReport& report) {
  const auto broken = report.violations.size();
  if (broken == 0) return "every law holds";
  return counted(broken, "law") + (broken == 1 ? " is broken" : " are broken");
}

} // namespace

std::string to_text(const SurveyProgress& progress) {
  return fmt::format("{:.0f} s: {} states, {:.0f} a second; {} calls, {} to expand; {}", progress.seconds,
                     grouped(progress.states), static_cast<double>(progress.states) / progress.seconds, progress.calls,
                     grouped(progress.frontier), estimate(progress));
}

std::string to_text(const Surveyed& surveyed) {
  const auto& [scope, reading, options, report] = surveyed;
  std::string text;
  if (!scope.title.empty()) text += fmt::format("{}\n", coloured(Colour::bold, scope.title));
  text += fmt::format("{} with {}, {}, {}, under {}{}{}\n\n", scope.name, counted(scope.keys, "key"),
                      counted(scope.handles, "handle"), counted(scope.values, "value"), reading.name,
                      options.calls_at_most ? fmt::format("; up to {}", counted(*options.calls_at_most, "call")) : "",
                      options.symmetry ? "; up to renaming" : "");
  for (const auto& violation : report.violations) {
    text += fmt::format("{}: {}: {}\n", coloured(Verdict::forbidden), id(violation.invariant),
                        moot::text(violation.invariant));
    text += fmt::format("{}\n", violation.trace.empty() ? "    (ended before a way to it was found)\n"
                                                        : to_text(violation.trace, "    "));
  }
  text += fmt::format("{}, {}, {} deep\n", counted(report.states, "state"), counted(report.transitions, "transition"),
                      counted(report.depth, "call"));
  if (report.erroneous > 0)
    text += fmt::format("the program breaks a rule in {}; what would follow is not explored\n",
                        counted(report.erroneous, "transition"));
  text += fmt::format("{:.2f} s, {:.0f} states a second, at most {:.1f} bytes a state\n", report.seconds,
                      static_cast<double>(report.states) / report.seconds, bytes_per_state(report));
  if (report.ending == Ending::complete)
    text += fmt::format("{}\n", verdict(report));
  else
    text += fmt::format("{}: {}, as far as the survey got\n", coloured(Colour::yellow, name(report.ending)),
                        verdict(report));
  return text;
}

Json to_json(const Surveyed& surveyed) {
  const auto& report = surveyed.report;
  Json json;
  json["scope"] = surveyed.scope.name;
  json["keys"] = surveyed.scope.keys;
  json["handles"] = surveyed.scope.handles;
  json["values"] = surveyed.scope.values;
  json["reading"] = surveyed.reading.name;
  json["symmetry"] = surveyed.how.symmetry;
  json["calls_at_most"] = surveyed.how.calls_at_most ? Json(*surveyed.how.calls_at_most) : Json(nullptr);
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
  return json;
}

} // namespace moot
