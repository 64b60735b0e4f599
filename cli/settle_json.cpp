// moot settle for programs: docs/json.md.
#include "cli/settle.h"

namespace moot {
namespace {

Json verdicts(const Settled& settled, const std::vector<Verdict>& verdicts) {
  auto json = Json::object();
  for (std::size_t i = 0; i < verdicts.size(); ++i) json[settled.readings[i].name] = name(verdicts[i]);
  return json;
}

Json to_json(const Settled& settled, const Trials& trials) {
  constexpr std::array<std::string_view, 5> endings{"finished", "crashed", "aborted", "hung", "endless"};
  Json json;
  json["library"] = trials.library.library;
  json["version"] = trials.library.version;
  json["through"] = trials.library.through;
  json["runs"] = trials.runs;
  if (!trials.not_run.empty()) json["not_run"] = trials.not_run;
  json["outcomes"] = Json::array();
  for (const auto& shown : trials.shown) {
    Json outcome;
    outcome["observed"] = to_json(settled.program, shown.observed);
    outcome["end"] = endings.at(static_cast<std::size_t>(shown.ending));
    if (!shown.detail.empty()) outcome["detail"] = shown.detail;
    outcome["runs"] = shown.runs;
    outcome["verdict"] = verdicts(settled, shown.verdicts);
    json["outcomes"].push_back(std::move(outcome));
  }
  json["verdict"] = verdicts(settled, trials.verdicts);
  return json;
}

} // namespace

Json to_json(const Settled& settled) {
  Json json;
  json["case"] = settled.file;
  json["question"] = settled.program.title;
  json["decides"] = settled.program.questions;
  json["source"] = {{"id", settled.program.source}, {"lines", {settled.program.first_line, settled.program.last_line}}};
  json["readings"] = Json::object();
  json["erroneous"] = Json::object();
  json["endless"] = Json::object();
  for (std::size_t i = 0; i < settled.readings.size(); ++i) {
    const Machine machine(settled.program, settled.readings[i]);
    auto& outcomes = json["readings"][settled.readings[i].name] = Json::array();
    for (const auto& outcome : settled.explorations[i].outcomes)
      outcomes.push_back(moot::to_json(settled.program, outcome));
    auto& erroneous = json["erroneous"][settled.readings[i].name] = Json::array();
    for (const auto& fault : settled.explorations[i].erroneous)
      erroneous.push_back(erroneous_to_json(machine, settled.explorations[i], fault));
    json["endless"][settled.readings[i].name] = !settled.explorations[i].endless.empty();
  }
  json["libraries"] = Json::object();
  for (const auto& trials : settled.trials) json["libraries"][trials.library.id] = to_json(settled, trials);
  json["missed"] = Json::array();
  for (const auto& missed : settled.missed)
    json["missed"].push_back({{"line", missed.position.line}, {"reading", missed.reading}, {"what", missed.what}});
  return json;
}

} // namespace moot
