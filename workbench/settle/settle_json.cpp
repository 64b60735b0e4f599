// moot settle for programs: docs/json.md.
#include "workbench/settle/disagreement.h"
#include "workbench/settle/outcomes.h"

namespace moot {
namespace {

// `undecided(i)`: under the reading i it is not known.
template <typename Undecided>
Json verdicts(const Settled& settled, const std::vector<Verdict>& verdicts, const Undecided& undecided) {
  auto json = Json::object();
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    json[settled.readings[i].name] = undecided(i) ? undecided_text : name(verdicts[i]);
  return json;
}

Json to_json(const std::vector<Missed>& expectations) {
  auto json = Json::array();
  for (const auto& each : expectations)
    json.push_back({{"line", each.position.line}, {"reading", each.reading}, {"what", each.what}});
  return json;
}

// The one verdict: what the exit code rests on.
Json overall(const Findings& found, const Trials& trials) {
  const auto verdict = verdict_on(found.settled, trials, found.disagreements);
  Json json;
  json["verdict"] = name(verdict.verdict);
  if (verdict.verdict == Verdict::forbidden) {
    json["readings"] = verdict.readings;
    json["whatever_the_answers"] = verdict.whatever;
    json["new"] = verdict.is_new;
  }
  return json;
}

Json to_json(const Findings& found, const Trials& trials) {
  const auto& settled = found.settled;
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
    outcome["verdict"] =
        verdicts(settled, shown.verdicts, [&](std::size_t i) { return is_undecided(settled, shown, i); });
    json["outcomes"].push_back(std::move(outcome));
  }
  json["verdict"] = verdicts(settled, trials.verdicts, [&](std::size_t i) { return is_undecided(settled, trials, i); });
  if (trials.not_run.empty()) json["overall"] = overall(found, trials);
  return json;
}

} // namespace

Json to_json(const Findings& found) {
  const auto& settled = found.settled;
  Json json;
  json["case"] = settled.file;
  if (settled.process != Process{}) json["process"] = {{"rank", settled.process.rank}, {"size", settled.process.size}};
  json["question"] = settled.program.title;
  json["decides"] = settled.program.questions;
  const auto& program = settled.program;
  if (!program.source.empty()) json["source"] = {{"id", program.source}, {"place", program.place}};
  json["readings"] = Json::object();
  json["erroneous"] = Json::object();
  json["endless"] = Json::object();
  json["aborts"] = Json::object();
  json["cut_off"] = Json::object();
  for (std::size_t i = 0; i < settled.readings.size(); ++i) {
    const Machine machine(settled.program, settled.readings[i]);
    auto& outcomes = json["readings"][settled.readings[i].name] = Json::array();
    for (const auto& outcome : settled.explorations[i].outcomes)
      outcomes.push_back(moot::to_json(settled.program, outcome));
    auto& erroneous = json["erroneous"][settled.readings[i].name] = Json::array();
    for (const auto& fault : settled.explorations[i].erroneous)
      erroneous.push_back(erroneous_to_json(machine, settled.explorations[i], fault));
    json["endless"][settled.readings[i].name] = !settled.explorations[i].endless.empty();
    json["aborts"][settled.readings[i].name] = !settled.explorations[i].aborts.empty();
    if (const auto& cut_off = settled.explorations[i].cut_off)
      json["cut_off"][settled.readings[i].name] = moot::to_json(*cut_off);
  }
  json["libraries"] = Json::object();
  for (const auto& trials : settled.trials) json["libraries"][trials.library.id] = to_json(found, trials);
  json["missed"] = to_json(settled.missed);
  json["undecided"] = to_json(settled.undecided);
  return json;
}

} // namespace moot
