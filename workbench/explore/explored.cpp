#include "workbench/explore/explored.h"

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
  const auto add = [&](const std::string& what, const std::vector<AnswerSet>& under, std::uint32_t state) {
    text += fmt::format("  {}\n{}", what, conditions(under));
    if (witnesses == Witnesses::all) text += witness(machine, exploration, state, "    ");
  };
  for (const auto& outcome : exploration.outcomes)
    add(fmt::format("{}: {}", to_text(machine.program(), outcome.observed), coloured(outcome.verdict)),
        outcome.verdict == Verdict::allowed ? std::vector<AnswerSet>{} : outcome.under, outcome.state);
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

Json to_json(const Explored& explored) {
  const auto& [file, machine, exploration] = explored;
  Json json;
  json["case"] = file;
  json["reading"] = machine.mpi().reading().name;
  json.update(to_json(machine, exploration));
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
