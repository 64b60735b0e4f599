#include "workbench/campaign/state_file.h"

#include "workbench/shared/json.h"
#include "workbench/shared/write_file.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace moot::campaign {
namespace {

constexpr int version = 1;

Json to_json(const Identity& identity) {
  Json json;
  json["library"] = identity.library;
  json["reading"] = identity.reading;
  json["seed"] = identity.seed;
  json["calls_at_most"] = identity.calls_at_most;
  return json;
}

Json to_json(const Symptom& symptom, const Group& group) {
  Json json;
  json["kind"] = name(symptom.kind);
  json["clause"] = id(symptom.clause);
  json["cause"] = symptom.cause;
  json["seen"] = group.seen;
  json["shortest"] = Json::array();
  for (const auto& example : group.shortest) json["shortest"].push_back({example.calls, example.number});
  return json;
}

Clause clause_of(const std::string& wanted) {
  for (int i = 0; i < clause_count; ++i)
    if (id(static_cast<Clause>(i)) == wanted) return static_cast<Clause>(i);
  throw UsageError("there is no clause " + wanted);
}

std::pair<Symptom, Group> group_of(const Json& json) {
  Symptom symptom;
  symptom.kind = deviation_kind_named(json.at("kind").get<std::string>()).value();
  symptom.clause = clause_of(json.at("clause"));
  symptom.cause = json.at("cause");
  Group group;
  for (const auto& example : json.at("shortest")) group.add({example.at(0), example.at(1)});
  group.seen = json.at("seen");
  return {std::move(symptom), std::move(group)};
}

Findings findings_of(const Json& json) {
  Findings findings;
  findings.programs = json.at("programs");
  for (std::size_t i = 0; i < findings.verdicts.size(); ++i) findings.verdicts.at(i) = json.at("verdicts").at(i);
  findings.refused = json.at("refused");
  findings.seconds = json.at("seconds");
  for (const auto& group : json.at("groups")) findings.groups.insert(group_of(group));
  return findings;
}

} // namespace

void write_state(const std::string& path, const Identity& identity, const Findings& findings) {
  Json json;
  json["moot_campaign"] = version;
  json["campaign"] = to_json(identity);
  json["programs"] = findings.programs;
  json["verdicts"] = findings.verdicts;
  json["refused"] = findings.refused;
  json["seconds"] = findings.seconds;
  json["groups"] = Json::array();
  for (const auto& [symptom, group] : findings.groups) json["groups"].push_back(to_json(symptom, group));
  write_file(path, moot::to_text(json) + '\n');
}

std::optional<Findings> read_state(const std::string& path, const Identity& identity) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  if (!std::filesystem::is_regular_file(path)) throw UsageError(path + ": this is not a file");
  std::ifstream file(path);
  const auto json = Json::parse(file, nullptr, false);
  if (!json.is_object() || !json.contains("moot_campaign") || json["moot_campaign"] != version)
    throw UsageError(path + ": this is not the state of a campaign");
  try {
    if (json.at("campaign") != to_json(identity))
      throw UsageError(
          fmt::format("{}: the state of another campaign: {}; this one is {}. Give another file with --state", path,
                      json.at("campaign").dump(), to_json(identity).dump()));
    return findings_of(json);
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  } catch (const std::bad_optional_access&) {
    throw UsageError(path + ": it names a kind of deviation that does not exist");
  }
}

} // namespace moot::campaign
