// moot explore: every outcome that one reading allows.
#include "cli/cases.h"
#include "cli/json.h"
#include "cli/words.h"
#include "cli/write_file.h"

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
    const auto way = events(machine, path(machine, exploration, fault.state));
    fmt::print("  {}: {}, by {}\n", coloured(Verdict::erroneous), id(fault.clause),
               way.empty() ? "the start" : to_text(way.back()));
    print_under(fault.under);
    if (options.verbose) fmt::print("{}", witness(machine, exploration, fault.state, "    "));
  }
  for (const auto& fault : exploration.endless) {
    fmt::print("  {}\n", coloured(Colour::yellow, "may never end"));
    print_under(fault.under);
    if (options.verbose) fmt::print("{}", witness(machine, exploration, fault.state, "    "));
  }
  fmt::print("\n{} states, {} transitions\n", boost::num_vertices(exploration.graph), exploration.transitions);
}

} // namespace

int explore_case(const Options& options) {
  const auto program = parse_case_file(options.input);
  const auto reading = load_reading(options, chosen_reading(options, areas_of(program)));
  const Machine machine(program, reading);
  ExploreLimits limits;
  limits.states = options.states;
  const auto exploration = naming(options.input, [&] { return explore(machine, limits); });
  if (!options.graph.empty()) draw(options, machine, exploration);
  if (options.json)
    print_json(options, machine, exploration);
  else
    print_text(options, machine, exploration);
  return exit_code(verdict(exploration));
}

} // namespace moot
