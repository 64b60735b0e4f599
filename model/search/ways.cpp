#include "model/search/ways.h"

#include <boost/graph/breadth_first_search.hpp>

#include <algorithm>

namespace moot {

// Notes which edge first reaches each state.
class Ways::Discoveries : public boost::default_bfs_visitor {
public:
  explicit Discoveries(std::vector<Found>& found) : found_(found) {}
  void tree_edge(const StateGraph::edge_descriptor& edge, const StateGraph& graph) const {
    const auto from = static_cast<std::uint32_t>(boost::source(edge, graph));
    found_[boost::target(edge, graph)] = {from, graph[edge].move, found_[from].distance + 1};
  }

private:
  std::vector<Found>& found_;
};

Ways::Ways(const StateGraph& graph) : found_(boost::num_vertices(graph)) {
  boost::breadth_first_search(graph, boost::vertex(0, graph), boost::visitor(Discoveries(found_)));
}

Moves Ways::moves_to(const NextSteps& steps, std::uint32_t state, Size most) const {
  std::vector<std::uint32_t> choices;
  for (auto at = state; at != 0; at = found_[at].from) choices.push_back(found_[at].move);
  Moves played;
  State current = steps.machine().initial();
  Moves moves;
  std::ranges::reverse(choices);
  for (const auto choice : choices) {
    steps.moves(current, moves);
    const auto move = moves[choice];
    play(steps, current, move, moves, most, &played);
  }
  return played;
}

Moves path(const Machine& machine, const Exploration& exploration, std::uint32_t state) {
  return Ways(exploration.graph).moves_to(NextSteps(machine, exploration.orders), state, exploration.most);
}

} // namespace moot
