// The state graph as a drawing.
#include "model/search/dot.h"

#include "model/law/naming.h"

#include <fmt/format.h>

namespace moot {
namespace {

std::string words(const Event& event) {
  std::string text;
  switch (event.type) {
  case Event::Type::call: text = signature(event.procedure).name; break;
  case Event::Type::callback: text = fmt::format("{} callback", name(event.callback)); break;
  case Event::Type::end: text = fmt::format("end of {} callback", name(event.callback)); break;
  case Event::Type::return_: text = fmt::format("{} returns", signature(event.procedure).name); break;
  }
  for (const auto& field : event.fields) text += fmt::format(" {}={}", field.name, to_text(field.value));
  return text;
}

std::string node(const Machine& machine, const State& state, std::size_t number, bool stuck) {
  std::string label;
  std::string_view shape = "circle";
  if (state.erroneous != Clause::none) {
    label = fmt::format("erroneous\\n{}", id(state.erroneous));
    shape = "octagon";
  } else if (Machine::finished(state)) {
    for (const auto& seen : machine.outcome(state)) label += (seen ? to_text(*seen) : "-") + " ";
    shape = "box";
  } else if (stuck) {
    label = "waits for ever";
    shape = "octagon";
  }
  return fmt::format("  s{} [shape={}, label=\"{}\"];\n", number, shape, label);
}

} // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string to_dot(const Machine& machine, const Exploration& exploration) {
  const auto& graph = exploration.graph;
  std::vector<State> states(boost::num_vertices(graph));        // numbered in the order of discovery
  std::vector<std::optional<Generations>> known(states.size()); // nullopt: not met yet
  states[0] = machine.initial();
  known[0] = Generations{};
  std::string text =
      fmt::format("digraph \"{}\" {{\n  node [fontsize=10];\n  edge [fontsize=8];\n", escaped(machine.program().title));
  const NextSteps steps(machine, exploration.orders);
  Moves moves;
  Moves ignored;
  for (std::size_t i = 0; i < states.size(); ++i) {
    text += node(machine, states[i], i, boost::out_degree(i, graph) == 0);
    steps.moves(states[i], moves);
    const auto [first, last] = boost::out_edges(i, graph);
    for (auto edge = first; edge != last; ++edge) {
      State next = states[i];
      EventRecorder recorder(machine.program(), *known[i]);
      play(steps, next, moves[graph[*edge].move], ignored, exploration.most, nullptr, &recorder);
      std::string label;
      for (const auto& event : recorder.events()) label += escaped(words(event)) + "\\l";
      const auto target = boost::target(*edge, graph);
      text += fmt::format("  s{} -> s{} [label=\"{}\"];\n", i, target, label);
      if (known[target]) continue;
      states[target] = std::move(next);
      known[target] = recorder.known();
    }
  }
  return text + "}\n";
}

} // namespace moot
