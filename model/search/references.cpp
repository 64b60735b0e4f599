#include "model/search/references.h"

#include "model/law/kinds.h"
#include "model/phases/row.h"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <optional>

namespace moot {
namespace {

using Type = Reference::Type;

// What calls in progress keep: what they work on, the keys of values whose destroy callbacks they owe or run or that they are to set, and
// objects that nothing else keeps any more, but which are not gone.
void add_calls(const State& state, References& graph) {
  const auto keep = [&](Slot kept) { boost::add_edge(vertex_of_calls(state), kept, {Type::call}, graph); };
  for (const auto& phase : state.phases) {
    if (phase.type == Phase::Type::hold || phase.type == Phase::Type::clean_up) keep(phase.object);
    if (phase.type == Phase::Type::replace) keep(phase.key);
  }
  for (const auto& owed : state.owed)
    if (takes_away(callback_of(state, owed))) keep(owed.key);
  for (Slot slot = 0; const auto& object : state.objects) {
    if (object.kind != Kind::none && object.references == 0) keep(slot);
    ++slot;
  }
}

// What MPI is at without a call counts as one.
bool is_pending(const Object& object) { return object.kind == Kind::request && request_of(object).active(); }

} // namespace

References references_of(const State& state) {
  References graph(state.objects.size() + 2);
  for (Slot slot = 0; const auto& object : state.objects) {
    if (object.handle_live) boost::add_edge(vertex_of_program(state), slot, {Type::handle}, graph);
    if (is_pending(object)) boost::add_edge(vertex_of_calls(state), slot, {Type::operation}, graph);
    if (object.base != no_slot) boost::add_edge(slot, object.base, {Type::base}, graph);
    if (object.comm != no_slot) boost::add_edge(slot, object.comm, {Type::comm}, graph);
    ++slot;
  }
  for (std::size_t place = 0; const auto& value : state.attachments) {
    const auto keeper = value.dying ? vertex_of_calls(state) : value.object;
    boost::add_edge(keeper, value.key, {Type::value, place++}, graph);
  }
  add_calls(state, graph);
  return graph;
}

namespace {

// Which vertices neither the program nor a call keeps.
std::vector<bool> left_behind(const State& state, const References& graph) {
  std::vector<boost::default_color_type> colours(boost::num_vertices(graph), boost::white_color);
  const auto colour = boost::make_iterator_property_map(colours.begin(), boost::get(boost::vertex_index, graph));
  for (const auto keeper : {vertex_of_program(state), vertex_of_calls(state)})
    boost::depth_first_visit(graph, keeper, boost::default_dfs_visitor(), colour);
  std::vector<bool> left(state.objects.size());
  for (Slot slot = 0; slot < state.objects.size(); ++slot)
    left[slot] = state.objects[slot].kind != Kind::none && colours[slot] == boost::white_color;
  return left;
}

// A shortest way from an object back to it; empty: there is none.
std::vector<Slot> cycle_through(Slot object, const References& graph) {
  constexpr std::size_t unreached = 0;
  std::vector<std::size_t> before(boost::num_vertices(graph));
  std::vector<std::size_t> distances(boost::num_vertices(graph), unreached);
  const auto index = boost::get(boost::vertex_index, graph);
  const auto recorder = boost::make_bfs_visitor(std::pair(
      boost::record_predecessors(boost::make_iterator_property_map(before.begin(), index), boost::on_tree_edge()),
      boost::record_distances(boost::make_iterator_property_map(distances.begin(), index), boost::on_tree_edge())));
  boost::breadth_first_search(graph, object, boost::visitor(recorder));
  std::optional<std::size_t> last; // the nearest that keeps the object
  for (const auto& vertex : boost::make_iterator_range(boost::vertices(graph))) {
    const bool reached = vertex == object || distances[vertex] != unreached;
    if (reached && boost::edge(vertex, object, graph).second && (!last || distances[vertex] < distances[*last]))
      last = vertex;
  }
  if (!last) return {};
  std::vector<Slot> cycle;
  for (auto at = *last; at != object; at = before[at]) cycle.push_back(static_cast<Slot>(at));
  cycle.push_back(object);
  std::ranges::reverse(cycle);
  return cycle;
}

} // namespace

Leak leak_in(const State& state) {
  const auto may_leak = [](const Object& it) { return may_keep_each_other(it.kind) && !it.handle_live; };
  if (std::ranges::none_of(state.objects, may_leak)) return {}; // (as in most states)
  const auto graph = references_of(state);
  const auto left = left_behind(state, graph);
  std::vector<std::size_t> component(boost::num_vertices(graph));
  const auto index = boost::get(boost::vertex_index, graph);
  const auto count = boost::strong_components(graph, boost::make_iterator_property_map(component.begin(), index));
  Leak leak;
  std::vector<bool> has_cycle(count);
  for (Slot slot = 0; slot < state.objects.size(); ++slot) {
    if (!left[slot] || has_cycle[component[slot]]) continue;
    if (auto cycle = cycle_through(slot, graph); !cycle.empty()) {
      has_cycle[component[slot]] = true;
      leak.cycles.push_back(std::move(cycle));
    }
  }
  const auto is_on_a_cycle = [&](Slot slot) {
    return std::ranges::any_of(leak.cycles, [&](const auto& cycle) { return std::ranges::count(cycle, slot) > 0; });
  };
  for (Slot slot = 0; slot < state.objects.size(); ++slot)
    if (left[slot] && !is_on_a_cycle(slot)) leak.others.push_back(slot);
  return leak;
}

} // namespace moot
