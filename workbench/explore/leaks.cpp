#include "workbench/explore/leaks.h"

#include "model/search/references.h"

#include <fmt/format.h>

namespace moot {
namespace {

// The value on an object of a cycle, under the key that comes next.
const Attachment& value_at(const State& state, const std::vector<Slot>& cycle, std::size_t place) {
  return *state.find(cycle[place], cycle[(place + 1) % cycle.size()]);
}

} // namespace

std::vector<std::string> lines_of_leak(const Story& story) {
  const auto leak = leak_in(story.last);
  std::vector<std::string> lines;
  for (const auto& cycle : leak.cycles) {
    auto line = "leak: " + story.names[cycle.front()];
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const auto& value = value_at(story.last, cycle, i);
      line += fmt::format(" -> value {} under {} -> {}", value.value, story.names[value.key], story.names[value.key]);
    }
    lines.push_back(line);
  }
  if (leak.others.empty()) return lines;
  std::string others;
  for (const auto slot : leak.others) others += (others.empty() ? "" : ", ") + story.names[slot];
  lines.push_back(fmt::format("leak: {}, kept by {}", others, leak.cycles.size() == 1 ? "this cycle" : "these cycles"));
  return lines;
}

Json leak_to_json(const Story& story) {
  const auto leak = leak_in(story.last);
  Json json;
  json["cycles"] = Json::array();
  for (const auto& cycle : leak.cycles) {
    auto links = Json::array();
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const auto& value = value_at(story.last, cycle, i);
      links.push_back({{"object", story.names[value.object]}, {"key", story.names[value.key]}, {"value", value.value}});
    }
    json["cycles"].push_back(links);
  }
  json["others"] = Json::array();
  for (const auto slot : leak.others) json["others"].push_back(story.names[slot]);
  return json;
}

} // namespace moot
