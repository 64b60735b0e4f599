#include "model/explore.h"

#include "model/naming.h"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/strong_components.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <tsl/robin_map.h>

namespace moot {
namespace {

// A run without a choice is stored every so often, so that one that never ends is met again.
constexpr int longest_unstored_run = 256;

} // namespace

void play(const Machine& machine, State& state, const Move& move, Moves& moves, std::size_t deepest,
          std::vector<Move>* played, EventSink* sink) {
  Move next = move;
  for (int run = 0; run < longest_unstored_run; ++run) {
    if (played != nullptr) played->push_back(next);
    machine.apply(state, next, sink);
    if (state.frames.size() > deepest) return moves.clear();
    machine.moves(state, moves, 2);
    if (moves.size() != 1) return;
    next = moves.front();
  }
}

namespace {

// Looks up strings by views of them.
struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

class Explorer {
public:
  Explorer(const Machine& machine, const ExploreLimits& limits) : machine_(machine), limits_(limits) {}

  Exploration run() {
    add(machine_.initial());
    while (!frontier_.empty()) {
      const State state = std::move(frontier_.front());
      frontier_.pop_front();
      expand(state);
      ++source_;
    }
    return finish();
  }

private:
  void expand(const State& state) {
    if (state.frames.size() > limits_.depth) {
      runaway_ = true;
      return add_fault(result_.endless, Clause::none, answers_of(state), source_);
    }
    machine_.moves(state, moves_);
    if (moves_.empty()) return end(state);
    for (std::uint32_t i = 0; i < moves_.size(); ++i) {
      State next = state;
      play(machine_, next, moves_[i], next_moves_, limits_.depth);
      const auto target = add(std::move(next));
      edges_.emplace_back(source_, target);
      choices_.push_back({i});
    }
  }

  std::uint32_t add(State&& state) {
    const auto bytes = encode_into(state, machine_.mpi().order_matters(state), buffer_);
    auto found = seen_.find(bytes);
    if (found == seen_.end()) {
      found = seen_.emplace(bytes, static_cast<std::uint32_t>(seen_.size())).first;
      if (seen_.size() > limits_.states)
        throw ExploreError(fmt::format("the program has more than {} states", limits_.states));
      frontier_.push_back(std::move(state));
    }
    return found->second;
  }

  // No move: the program is over, or broke a clause, or waits for ever.
  void end(const State& state) {
    auto answers = answers_of(state);
    if (state.erroneous != Clause::none)
      add_fault(result_.erroneous, state.erroneous, std::move(answers), source_);
    else if (!Machine::finished(state))
      add_fault(result_.endless, Clause::none, std::move(answers), source_);
    else
      add_outcome(machine_.outcome(state), std::move(answers));
  }

  void add_outcome(Observed observed, AnswerSet answers) {
    const auto found = std::ranges::find(result_.outcomes, observed, &Outcome::observed);
    if (found != result_.outcomes.end()) return add_minimal(found->under, std::move(answers));
    result_.outcomes.push_back({std::move(observed), Verdict::allowed, {std::move(answers)}, source_});
  }

  static void add_fault(std::vector<Fault>& faults, Clause clause, AnswerSet answers, std::uint32_t state) {
    const auto found = std::ranges::find(faults, clause, &Fault::clause);
    if (found != faults.end()) return add_minimal(found->under, std::move(answers));
    faults.push_back({clause, {std::move(answers)}, state});
  }

  Exploration finish() {
    if (runaway_ && result_.outcomes.empty() && result_.erroneous.empty())
      throw ExploreError(
          fmt::format("the program recurses without end: more than {} calls and callbacks nest", limits_.depth));
    for (auto& outcome : result_.outcomes) {
      outcome.verdict = cover_everything(outcome.under) ? Verdict::allowed : Verdict::unspecified;
      simplify(outcome.under);
    }
    for (auto& fault : result_.erroneous) simplify(fault.under);
    std::ranges::sort(result_.outcomes, {}, &Outcome::observed);
    result_.transitions = edges_.size();
    result_.graph = StateGraph(boost::edges_are_sorted, edges_.begin(), edges_.end(), choices_.begin(), seen_.size());
    find_cycle();
    return std::move(result_);
  }

  // A cycle of states: a run that goes round it never ends.
  void find_cycle() {
    std::vector<std::uint32_t> component(seen_.size());
    const auto index = boost::get(boost::vertex_index, result_.graph);
    boost::strong_components(result_.graph, boost::make_iterator_property_map(component.begin(), index));
    for (const auto& [from, to] : edges_) {
      if (component[from] != component[to]) continue;
      State state = machine_.initial();
      for (const auto& move : path(machine_, result_, from)) machine_.apply(state, move);
      return add_fault(result_.endless, Clause::none, answers_of(state), from);
    }
  }

  const Machine& machine_;
  const ExploreLimits& limits_;
  tsl::robin_map<std::string, std::uint32_t, StringHash, std::equal_to<>> seen_;
  std::deque<State> frontier_;
  std::uint32_t source_ = 0; // number of the state that is being expanded: states are expanded in the order of numbers
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<Choice> choices_;
  Moves moves_, next_moves_;
  std::string buffer_;
  bool runaway_ = false; // some run nests deeper than the limit
  Exploration result_;
};

// Which edge first reached each state, breadth first.
class Discoveries : public boost::default_bfs_visitor {
public:
  explicit Discoveries(std::vector<std::pair<std::uint32_t, std::uint32_t>>& found) : found_(found) {}
  void tree_edge(const StateGraph::edge_descriptor& edge, const StateGraph& graph) const {
    found_[boost::target(edge, graph)] = {static_cast<std::uint32_t>(boost::source(edge, graph)), graph[edge].move};
  }

private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>>& found_;
};

} // namespace

std::string_view name(Verdict verdict) {
  constexpr std::array<std::string_view, 4> names{"allowed", "forbidden", "erroneous", "unspecified"};
  return names.at(static_cast<std::size_t>(verdict));
}

Exploration explore(const Machine& machine, const ExploreLimits& limits) { return Explorer(machine, limits).run(); }

std::vector<Move> path(const Machine& machine, const Exploration& exploration, std::uint32_t state) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found(boost::num_vertices(exploration.graph));
  boost::breadth_first_search(exploration.graph, boost::vertex(0, exploration.graph),
                              boost::visitor(Discoveries(found)));
  std::vector<std::uint32_t> choices;
  for (auto at = state; at != 0; at = found[at].first) choices.push_back(found[at].second);
  std::vector<Move> played;
  State current = machine.initial();
  Moves moves;
  for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
    machine.moves(current, moves);
    const auto move = moves[*choice];
    play(machine, current, move, moves, ExploreLimits{}.depth, &played);
  }
  return played;
}

std::vector<Event> events(const Machine& machine, const std::vector<Move>& moves) {
  EventRecorder recorder(machine.program());
  State state = machine.initial();
  for (const auto& move : moves) machine.apply(state, move, &recorder);
  return recorder.events();
}

} // namespace moot
