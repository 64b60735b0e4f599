#include "workbench/explore/explored.h"

#include "workbench/explore/leaks.h"
#include "workbench/shared/verdicts.h"
#include "workbench/shared/witness.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

namespace moot {
namespace {

// The answers under which it comes about.
std::string conditions(const std::vector<AnswerSet>& under) {
  std::string text;
  for (const auto& answers : under)
    if (!answers.empty()) text += fmt::format("    {}\n", coloured(Colour::dim, "if " + to_text(answers)));
  return text;
}

// What runs with this outcome leave behind; the answers to it, where they are not those of the outcome.
std::string leaks(const Explored& explored, const Outcome& outcome) {
  std::string text;
  for (const auto& leak : outcome.leaks) {
    const auto run = story_of(explored.machine, path(explored.machine, explored.exploration, leak.state));
    for (const auto& line : lines_of_leak(run)) text += fmt::format("    {}\n", coloured(Colour::yellow, line));
    if (leak.under != outcome.under) text += indented(conditions(leak.under), "  ");
  }
  return text;
}

std::string breaker(const Machine& machine, const Exploration& exploration, const Fault& fault) {
  const auto way = events_by_variable(machine, path(machine, exploration, fault.state));
  return way.empty() ? "the start" : to_text(way.back());
}

} // namespace

std::string to_text(const Explored& explored, Witnesses witnesses) {
  const auto& machine = explored.machine;
  const auto& exploration = explored.exploration;
  auto text = fmt::format("{}\n{} under {}\n\n", coloured(Colour::bold, machine.program().title), explored.file,
                          machine.mpi().reading().name);
  const auto add = [&](const std::string& what, const std::vector<AnswerSet>& under, std::uint32_t state,
                       const std::string& leaks = "") {
    text += fmt::format("  {}\n{}{}", what, conditions(under), leaks);
    if (witnesses == Witnesses::all) text += witness(machine, exploration, state, "    ");
  };
  for (const auto& outcome : exploration.outcomes)
    add(fmt::format("{}: {}", to_text(machine.program(), outcome.observed), coloured(outcome.verdict)),
        outcome.verdict == Verdict::allowed ? std::vector<AnswerSet>{} : outcome.under, outcome.state,
        leaks(explored, outcome));
  for (const auto& fault : exploration.erroneous)
    add(fmt::format("{}: {}, by {}", coloured(Verdict::erroneous), id(fault.clause),
                    breaker(machine, exploration, fault)),
        fault.under, fault.state);
  for (const auto& fault : exploration.aborts) add("aborts", fault.under, fault.state);
  for (const auto& fault : exploration.endless)
    add(coloured(Colour::yellow, "may never end"), fault.under, fault.state);
  if (exploration.cut_off) text += fmt::format("  {}\n", coloured(Colour::yellow, exploration.cut_off->words));
  if (const auto questions = questions_at_stake({&exploration}); !questions.empty())
    text += fmt::format("\n  an if rests on\n{}", indented(questions, "  "));
  return text +
         fmt::format("\n{} states, {} transitions\n", boost::num_vertices(exploration.graph), exploration.transitions);
}

namespace {

Json leaks_to_json(const Explored& explored, const Outcome& outcome) {
  auto all = Json::array();
  for (const auto& leak : outcome.leaks) {
    auto& json = all.emplace_back(
        leak_to_json(story_of(explored.machine, path(explored.machine, explored.exploration, leak.state))));
    json["under"] = Json::array();
    if (!cover_everything(leak.under))
      for (const auto& answers : leak.under) json["under"].push_back(moot::to_json(answers));
  }
  return all;
}

} // namespace

Json to_json(const Explored& explored) {
  const auto& [file, machine, exploration] = explored;
  Json json;
  json["case"] = file;
  json["reading"] = machine.mpi().reading().name;
  json.update(to_json(machine, exploration));
  for (std::size_t i = 0; i < exploration.outcomes.size(); ++i)
    json["outcomes"][i]["leaks"] = leaks_to_json(explored, exploration.outcomes[i]);
  json["states"] = boost::num_vertices(exploration.graph);
  json["transitions"] = exploration.transitions;
  return json;
}

Verdict verdict_on(const Exploration& exploration) {
  if (!exploration.erroneous.empty()) return Verdict::erroneous;
  auto verdict = Verdict::allowed;
  for (const auto& outcome : exploration.outcomes) verdict = worse(verdict, outcome.verdict);
  return verdict;
}

} // namespace moot
