// The report for programs: docs/json.md.
#include "workbench/report/report.h"

namespace moot {
namespace {

Json to_json(const Report& report, const Told& told) {
  const auto& library = library_of(report, told);
  const auto& shows = told.shortest.shows;
  const auto& finding = shows.finding;
  Json json;
  json["number"] = told.number;
  json["library"] = library.id;
  json["version"] = library.version;
  json["through"] = told.found.through;
  json["seed"] = told.found.trace->header.seed;
  json["ended"] = told.found.came_to;
  json["whatever_the_answers"] = told.found.whatever;
  json["readings"] = told.found.readings;
  json["clause"] = told.clause.id;
  json["clause_text"] = told.clause.text;
  json["clause_source"] = told.clause.source;
  json["clause_place"] = told.clause.place;
  json["program"] = program_of(told);
  json["sequence"] = finding.sequence;
  json["event"] = finding.event ? to_json(*finding.event, finding.sequence) : Json("ending");
  json["allowed"] = Json::array();
  for (const auto& event : finding.allowed) json["allowed"].push_back(to_json(event, finding.sequence));
  json["allowed_outcomes"] = shows.outcomes;
  json["trace"] = Json::array();
  for (std::uint64_t n = 1; n <= finding.sequence && n <= shows.trace->events.size(); ++n)
    json["trace"].push_back(to_json(shows.trace->events[n - 1], n));
  json["reproduce"] = told.reproduce;
  json["known"] = !told.found.is_new();
  if (!told.found.described_by.empty()) json["described_by"] = told.found.described_by;
  return json;
}

} // namespace

Json to_json(const Report& report) {
  Json json;
  json["date"] = report.date;
  json["input"] = report.input;
  json["answers"] = report.answers;
  json["libraries"] = Json::array();
  for (const auto& each : report.libraries)
    json["libraries"].push_back({{"id", each.id}, {"library", each.library}, {"version", each.version}});
  json["readings"] = Json::array();
  for (const auto& each : report.readings) json["readings"].push_back({{"name", each.name}, {"title", each.title}});
  if (report.known) json["baseline"] = *report.known;
  json["cases"] = Json::array();
  for (const auto& each : report.cases) {
    auto of_case = each.json;
    of_case["program"] = each.program;
    of_case["disagreements"] = Json::array();
    for (const auto& told : each.disagreements) of_case["disagreements"].push_back(to_json(report, told));
    json["cases"].push_back(std::move(of_case));
  }
  json["disagreements"] = report.disagreements();
  json["failed"] = report.failed;
  json["stopped"] = report.stopped;
  return json;
}

} // namespace moot
