// moot explore: every outcome that one reading allows.
#include "workbench/settle/expectations.h"
#include "workbench/settle/remarks.h"
#include "workbench/shared/budget.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/json.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/witness.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>

namespace moot {
namespace {

constexpr std::size_t largest_drawing = 2'000; // states

Verdict verdict(const Exploration& exploration) {
  if (!exploration.erroneous.empty()) return Verdict::erroneous;
  Verdict result = Verdict::allowed;
  for (const auto& outcome : exploration.outcomes) result = worse(result, outcome.verdict);
  return result;
}

void draw(const Options& options, const Machine& machine, const Exploration& exploration) {
  const auto states = boost::num_vertices(exploration.graph);
  if (states > largest_drawing)
    throw UsageError(fmt::format("{} states are too many to draw (--graph draws up to {})", states, largest_drawing));
  write_file(options.graph, to_dot(machine, exploration));
}

void print_json(const Options& options, const Machine& machine, const Exploration& exploration) {
  Json json;
  json["case"] = options.input;
  json["reading"] = machine.mpi().reading().name;
  json["outcomes"] = Json::array();
  for (const auto& outcome : exploration.outcomes) json["outcomes"].push_back(to_json(machine.program(), outcome));
  json["erroneous"] = Json::array();
  for (const auto& fault : exploration.erroneous)
    json["erroneous"].push_back(erroneous_to_json(machine, exploration, fault));
  json["endless"] = !exploration.endless.empty();
  json["aborts"] = !exploration.aborts.empty();
  if (exploration.cut_off) json["cut_off"] = to_json(*exploration.cut_off);
  json["states"] = boost::num_vertices(exploration.graph);
  json["transitions"] = exploration.transitions;
  fmt::print("{}\n", to_text(json));
}

void print_under(const std::vector<AnswerSet>& under) {
  for (const auto& answers : under)
    if (!answers.empty()) fmt::print("    {}\n", coloured(Colour::dim, "if " + to_text(answers)));
}

void print_text(const Options& options, const Machine& machine, const Exploration& exploration) {
  fmt::print("{}\n{} under {}\n\n", coloured(Colour::bold, machine.program().title), options.input,
             machine.mpi().reading().name);
  for (const auto& outcome : exploration.outcomes) {
    fmt::print("  {}: {}\n", to_text(machine.program(), outcome.observed), coloured(outcome.verdict));
    if (outcome.verdict != Verdict::allowed) print_under(outcome.under);
    if (options.verbose) fmt::print("{}", witness(machine, exploration, outcome.state, "    "));
  }
  for (const auto& fault : exploration.erroneous) {
    const auto way = events_by_variable(machine, path(machine, exploration, fault.state));
    fmt::print("  {}: {}, by {}\n", coloured(Verdict::erroneous), id(fault.clause),
               way.empty() ? "the start" : to_text(way.back()));
    print_under(fault.under);
    if (options.verbose) fmt::print("{}", witness(machine, exploration, fault.state, "    "));
  }
  for (const auto& fault : exploration.aborts) {
    fmt::print("  aborts\n");
    print_under(fault.under);
    if (options.verbose) fmt::print("{}", witness(machine, exploration, fault.state, "    "));
  }
  for (const auto& fault : exploration.endless) {
    fmt::print("  {}\n", coloured(Colour::yellow, "may never end"));
    print_under(fault.under);
    if (options.verbose) fmt::print("{}", witness(machine, exploration, fault.state, "    "));
  }
  if (exploration.cut_off) fmt::print("  {}\n", coloured(Colour::yellow, exploration.cut_off->words));
  if (const auto questions = questions_at_stake({&exploration}, options.spec); !questions.empty())
    fmt::print("\n  an if rests on\n{}", indented(questions, "  "));
  fmt::print("\n{} states, {} transitions\n", boost::num_vertices(exploration.graph), exploration.transitions);
}

} // namespace

int explore_case(const Options& options) {
  auto program = parse_case_file(options.input);
  if (options.rank >= options.np)
    throw UsageError(fmt::format("--rank {}: of {} processes (--np), the last is rank {}", options.rank, options.np,
                                 options.np - 1));
  program.process = {static_cast<std::int32_t>(options.rank), static_cast<std::int32_t>(options.np)};
  naming(options.input, [&] { require_names(program, options.spec + "/readings"); });
  const auto name = chosen_reading(options, areas_of(program));
  const auto reading = load_reading(options, name);
  const Machine machine(program, reading);
  const Interruptible interruptible;
  Budget budget(options, Interruptible::asked(), 1, true);
  const auto exploration = explore(machine, budget.next());
  if (!options.graph.empty()) draw(options, machine, exploration);
  if (options.json)
    print_json(options, machine, exploration);
  else
    print_text(options, machine, exploration);
  NoEffect no_effect(options, {name});
  no_effect.use(reading, areas_of(program));
  no_effect.look_at(program, reading, exploration);
  no_effect.say(options.input);
  say_remarks(Remarks(options.spec).on(program, options.input));
  return exploration.cut_off ? exit_cut_short : exit_code(verdict(exploration));
}

} // namespace moot
