// moot explore: every outcome that one reading allows.
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "model/search/dot.h"
#include "workbench/explore/drawing.h"
#include "workbench/explore/explored.h"
#include "workbench/settle/expectations.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/remarks.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>

namespace moot {
namespace {

struct ExploreOptions {
  std::string file; // the case
  ChosenLaw law;
  CaseLimits limits;
  std::uint32_t np = 1;
  std::uint32_t rank = 0;
  std::string graph;       // file for objects and references; empty: none
  std::uint32_t line = 0;  //   at this line of the case; 0: at the ends
  std::string state_graph; // file for the graph of states; empty: none
  bool verbose = false;
  bool json = false;
};

constexpr std::size_t largest_drawing = 2'000; // states

void draw_states(const std::string& file, const Explored& explored) {
  const auto states = boost::num_vertices(explored.exploration.graph);
  if (states > largest_drawing)
    throw UsageError(
        fmt::format("{} states are too many to draw (--state-graph draws up to {})", states, largest_drawing));
  write_file(file, to_dot(explored.machine, explored.exploration));
}

Program program_of(const ExploreOptions& options) {
  auto program = parse_case_file(options.file);
  if (options.rank >= options.np)
    throw UsageError(fmt::format("--rank {}: of {} processes (--np), the last is rank {}", options.rank, options.np,
                                 options.np - 1));
  program.process = {static_cast<std::int32_t>(options.rank), static_cast<std::int32_t>(options.np)};
  naming(options.file, [&] { require_names(program, options.law.readings_folder()); });
  return program;
}

int run(const ExploreOptions& options) {
  const auto program = program_of(options);
  const auto name = chosen_reading(options.law, areas_of(program));
  const auto reading = load_reading(options.law, name);
  const Machine machine(program, reading);
  const Interruptible interruptible;
  Budget budget(options.limits, Interruptible::asked(), 1);
  budget.tell_of(options.file);
  const auto exploration = explore(machine, budget.next());
  const Explored explored{options.file, machine, exploration};
  if (!options.graph.empty())
    write_file(options.graph,
               draw_references(explored, options.line == 0 ? std::nullopt : std::optional(options.line)));
  if (!options.state_graph.empty()) draw_states(options.state_graph, explored);
  if (options.json)
    fmt::print("{}\n", to_text(to_json(explored)));
  else
    fmt::print("{}", to_text(explored, options.verbose ? Witnesses::all : Witnesses::none));
  NoEffect no_effect(options.law, {name}, options.limits.states);
  no_effect.use(reading, areas_of(program));
  no_effect.look_at(program, reading, exploration);
  say(no_effect.remarks(options.file));
  say(Remarks(options.law.spec).on(program, options.file));
  return exploration.cut_off ? exit_cut_short : exit_code(verdict_on(exploration));
}

} // namespace

void add_explore(Command& command) {
  auto [verb, options] = add_verb<ExploreOptions>(command, "explore", "Every outcome that a reading allows", run);
  add_case(verb, options.file);
  add_law(verb, command.folders, options.law, default_reading);
  add_limits(verb, options.limits);
  verb->add_option("--np", options.np, "What 'size' is in the case")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--rank", options.rank, "What 'rank' is in the case: the process whose outcomes these are")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  auto* graph = verb->add_option("--graph", options.graph,
                                 "Draw objects, values and who keeps whom at each end into this file, for Graphviz");
  verb->add_option("--line", options.line, "What --graph draws: when a run first comes to this line of the case")
      ->check(CLI::Range(1, 1'000'000'000))
      ->needs(graph);
  verb->add_option("--state-graph", options.state_graph,
                   "Draw the states and the moves between them into this file, for Graphviz");
  verb->add_flag("-v,--verbose", options.verbose, "A witness trace for each outcome");
  add_json(verb, options.json);
}

} // namespace moot
