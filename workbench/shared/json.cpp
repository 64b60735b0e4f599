#include "workbench/shared/json.h"

namespace moot {

std::string to_text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

Json to_json(const Program& program, const Observed& observed) {
  auto json = Json::object();
  for (std::size_t i = 0; i < observed.size(); ++i)
    if (observed[i]) json[program.variables[static_cast<std::size_t>(program.observed[i])]] = to_json(*observed[i]);
  return json;
}

Json to_json(const AnswerSet& answers) {
  auto json = Json::object();
  for (const auto& [question, answer] : answers) json[std::string(text(question).id)] = text(question).answers[answer];
  return json;
}

Json to_json(const Event& event, std::uint64_t sequence) { return Json::parse(event_line(event, sequence)); }

Json to_json(const Finding& finding) {
  Json json;
  json["verdict"] = name(finding.verdict);
  json["sequence"] = finding.sequence;
  json["event"] = finding.event ? to_json(*finding.event, finding.sequence) : Json("ending");
  json["clause"] = id(finding.clause);
  json["allowed"] = Json::array();
  for (const auto& event : finding.allowed) json["allowed"].push_back(to_json(event, finding.sequence));
  if (finding.verdict == Verdict::unspecified) {
    json["allowed_under"] = Json::array();
    for (const auto& answers : finding.allowed_under) json["allowed_under"].push_back(to_json(answers));
  }
  return json;
}

Json to_json(const Program& program, const Outcome& outcome) {
  Json json;
  json["observed"] = to_json(program, outcome.observed);
  json["verdict"] = name(outcome.verdict);
  json["answers"] = outcome.verdict == Verdict::allowed ? Json::object() : to_json(outcome.under.front());
  json["under"] = Json::array();
  if (outcome.verdict != Verdict::allowed)
    for (const auto& answers : outcome.under) json["under"].push_back(to_json(answers));
  return json;
}

Json erroneous_to_json(const Machine& machine, const Exploration& exploration, const Fault& fault) {
  const auto way = events(machine, path(machine, exploration, fault.state));
  Json json;
  json["clause"] = id(fault.clause);
  json["event"] = way.empty() ? Json(nullptr) : to_json(way.back(), way.size());
  json["answers"] = to_json(fault.under.front());
  return json;
}

Json to_json(const CutOff& cut_off) { return {{"by", name(cut_off.by)}, {"what", cut_off.words}}; }

Json to_json(const Machine& machine, const Exploration& exploration) {
  Json json;
  json["outcomes"] = Json::array();
  for (const auto& outcome : exploration.outcomes) json["outcomes"].push_back(to_json(machine.program(), outcome));
  json["erroneous"] = Json::array();
  for (const auto& fault : exploration.erroneous)
    json["erroneous"].push_back(erroneous_to_json(machine, exploration, fault));
  json["endless"] = !exploration.endless.empty();
  json["aborts"] = !exploration.aborts.empty();
  if (exploration.cut_off) json["cut_off"] = to_json(*exploration.cut_off);
  return json;
}

} // namespace moot
