#include "traces/check/nesting.h"
#include "workbench/look/diff.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace moot {
namespace {

constexpr std::array<char, 2> letters{'A', 'B'};

std::string title(const TracePair& pair, const TraceDiff& diff, std::size_t side) {
  return fmt::format("{}  {}: {}", letters.at(side), pair.traces.at(side), show(diff.headers.at(side)));
}

// "A    12       MPI_Comm_dup(c1)": who does it, and the event's number in each trace.
std::string line(std::string_view who, const std::string& a, const std::string& b, std::string_view what) {
  return fmt::format("{:1} {:>6} {:>6}  {}", who, a, b, what);
}

// Is one of the events of another thread than the program's first? Then all lines say theirs.
bool has_threads(const Parting& parting) {
  const auto is_other = [](const NumberedEvent& it) { return it.event.thread != 0; };
  return std::ranges::any_of(parting.before,
                             [&](const auto& both) { return is_other(both[0]) || is_other(both[1]); }) ||
         std::ranges::any_of(parting.sides, [&](const Side& side) { return std::ranges::any_of(side.next, is_other); });
}

std::string text_of(const Event& event, bool threads) { return show_line(event, nullptr, threads) + "\n"; }

std::string side_text(const Side& side, std::size_t which, bool threads) {
  const auto who = std::string_view(&letters.at(which), 1);
  std::string text;
  for (const auto& [number, event] : side.next) {
    const auto shown = std::to_string(number);
    text += line(who, which == 0 ? shown : "", which == 1 ? shown : "", text_of(event, threads));
  }
  if (side.has_ended) return text + line(who, "", "", show(side.ending));
  return text + line(who, "", "", "…\n");
}

Json numbered(const NumberedEvent& it) { return to_json(it.event, it.number); }

Json side_json(const Side& side) {
  Json json{{"next", Json::array()}, {"has_ended", side.has_ended}};
  for (const auto& each : side.next) json["next"].push_back(numbered(each));
  if (side.has_ended) json["ending"] = side.ending ? Json::parse(ending_line(*side.ending)) : Json();
  return json;
}

Json path_json(const std::string& path) { return path.empty() ? Json() : Json(path); }

} // namespace

std::string to_text(const TracePair& pair, const TraceDiff& diff) {
  std::string text = title(pair, diff, 0) + title(pair, diff, 1);
  if (diff.stopped)
    return text + fmt::format("They are the same for {}; stopped there.\n", counted(diff.common, "event"));
  if (!diff.parting) return text + fmt::format("They are the same: {}.\n", counted(diff.common, "event"));
  const auto& [before, sides] = *diff.parting;
  const bool threads = has_threads(*diff.parting);
  text += fmt::format("They part after {} in common:\n", counted(diff.common, "event"));
  text += fmt::format("{:>8} {:>6}\n", "A", "B");
  if (diff.common > before.size()) text += line("", "", "", "…\n");
  for (const auto& [a, b] : before)
    text += line("", std::to_string(a.number), std::to_string(b.number), text_of(a.event, threads));
  for (std::size_t side = 0; side < 2; ++side) text += side_text(sides.at(side), side, threads);
  return text;
}

std::string to_text(const TracePair& alone) {
  const std::size_t side = alone.traces[0].empty() ? 1 : 0;
  return fmt::format("{}  {}: the other folder has no trace of rank {}\n", letters.at(side), alone.traces.at(side),
                     alone.rank);
}

Json to_json(const TracePair& pair, const TraceDiff& diff) {
  Json json{{"rank", diff.headers[0].rank},
            {"a", pair.traces[0]},
            {"b", pair.traces[1]},
            {"same", diff.stopped ? Json() : Json(diff.is_same())},
            {"common", diff.common}};
  if (!diff.parting) return json;
  const auto& [before, sides] = *diff.parting;
  json["before"] = Json::array();
  for (const auto& [a, b] : before) json["before"].push_back({{"a", numbered(a)}, {"b", numbered(b)}});
  json["parts"] = {{"a", side_json(sides[0])}, {"b", side_json(sides[1])}};
  return json;
}

Json to_json(const TracePair& alone) {
  return {{"rank", alone.rank},
          {"a", path_json(alone.traces[0])},
          {"b", path_json(alone.traces[1])},
          {"same", false},
          {"common", 0}};
}

} // namespace moot
