// What tells two readings apart, for people and for programs (docs/json.md).
#include "spec/language/case_parser.h"
#include "workbench/distinguish/distinguish.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

namespace moot {
namespace {

std::string to_text(const Program& program, const Results& results) {
  std::string text;
  for (const auto& outcome : results.outcomes) text += fmt::format("  {}\n", moot::to_text(program, outcome));
  if (results.erroneous) text += "  the program breaks a rule\n";
  if (results.endless) text += "  a run never ends\n";
  if (results.aborts) text += "  MPI ends the program\n";
  return text;
}

// How sure the search is.
std::string what_is_proven(const ToldApart& found) {
  const auto& search = found.search;
  if (search.ending != Ending::complete)
    return fmt::format("no program has fewer calls; {} in search of one with fewer statements", name(search.ending));
  if (!search.all) return "no program has fewer calls; one with as many may have fewer statements";
  return "no program has fewer calls, and no history with as many needs fewer statements";
}

std::string none(unsigned calls_at_most, const SearchResult& search) {
  if (search.ending == Ending::complete) return fmt::format("none up to {} calls", calls_at_most);
  if (search.calls == 0) return fmt::format("none so far: {}", name(search.ending));
  return fmt::format("none up to {} calls, and none so far with more: {}", search.calls - 1, name(search.ending));
}

Json to_json(const Program& program, const Results& results) {
  Json json;
  json["observed"] = Json::array();
  for (const auto& outcome : results.outcomes) json["observed"].push_back(moot::to_json(program, outcome));
  json["erroneous"] = results.erroneous;
  json["endless"] = results.endless;
  json["aborts"] = results.aborts;
  return json;
}

} // namespace

std::string to_text(const DistinguishRequest& request, const ToldApart& found) {
  const auto& a = found.a.name;
  const auto& b = found.b.name;
  if (!found.it) return fmt::format("{} and {}: {}\n", a, b, none(request.calls_at_most, found.search));
  auto told = print_case(found.it->program) + '\n';
  for (const auto& [reading, results] : {std::pair(a, &found.it->under_a), std::pair(b, &found.it->under_b)})
    told += fmt::format("{}:\n{}", coloured(Colour::bold, reading), to_text(found.it->program, *results));
  if (found.decides) told += fmt::format("decided by {}\n", text(*found.decides).id);
  return told + fmt::format("{}, {} in callbacks: {}\n", counted(found.it->calls, "call"),
                            counted(found.it->callback_actions, "other statement"), what_is_proven(found));
}

Json to_json(const DistinguishRequest& request, const ToldApart& found) {
  Json json;
  json["a"] = found.a.name;
  json["b"] = found.b.name;
  json["calls_at_most"] = request.calls_at_most;
  json["ending"] = name(found.search.ending);
  json["all_looked_at"] = found.search.all && found.search.ending == Ending::complete;
  json["positions"] = found.search.positions;
  json["calls"] = found.it ? Json(found.it->calls) : Json();
  json["callback_actions"] = found.it ? Json(found.it->callback_actions) : Json();
  json["program"] = found.it ? Json(print_case(found.it->program)) : Json();
  json["outcomes"] = Json::object();
  if (found.it) {
    json["outcomes"][found.a.name] = to_json(found.it->program, found.it->under_a);
    json["outcomes"][found.b.name] = to_json(found.it->program, found.it->under_b);
  }
  json["question"] = found.decides ? Json(text(*found.decides).id) : Json();
  return json;
}

} // namespace moot
