#include "model/explore.h"

#include "model/encode.h"
#include "model/fingerprint.h"
#include "model/naming.h"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/strong_components.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tsl/robin_map.h>

namespace moot {
namespace {

// A run without a choice is stored every so often, so that one that never ends is met again.
constexpr int longest_unstored_run = 256;

// Calls that nest, or objects that are left behind.
bool grown(const State& state, std::size_t most) { return state.frames.size() > most || state.objects.size() > most; }

} // namespace

void play(const Machine& machine, State& state, const Move& move, Moves& moves, std::size_t deepest, Moves* played,
          EventSink* sink) {
  Move next = move;
  for (int run = 0; run < longest_unstored_run; ++run) {
    if (played != nullptr) played->push_back(next);
    machine.apply(state, next, sink);
    if (grown(state, deepest)) return moves.clear();
    machine.moves(state, moves, 2);
    if (moves.size() != 1) return;
    next = moves.front();
  }
}

namespace {

// The shortest ways to all states.
class Ways {
public:
  explicit Ways(const StateGraph& graph) : found_(boost::num_vertices(graph)) {
    boost::breadth_first_search(graph, boost::vertex(0, graph), boost::visitor(Discoveries(found_)));
  }

  std::uint32_t distance_to(std::uint32_t state) const { return found_[state].distance; }

  Moves moves_to(const Machine& machine, std::uint32_t state, std::size_t depth) const {
    std::vector<std::uint32_t> choices;
    for (auto at = state; at != 0; at = found_[at].from) choices.push_back(found_[at].move);
    Moves played;
    State current = machine.initial();
    Moves moves;
    std::ranges::reverse(choices);
    for (const auto choice : choices) {
      machine.moves(current, moves);
      const auto move = moves[choice];
      play(machine, current, move, moves, depth, &played);
    }
    return played;
  }

private:
  struct Found {
    std::uint32_t from = 0;
    std::uint32_t move = 0;
    std::uint32_t distance = 0; // from the first state
  };

  // Notes which edge first reaches each state.
  class Discoveries : public boost::default_bfs_visitor {
  public:
    explicit Discoveries(std::vector<Found>& found) : found_(found) {}
    void tree_edge(const StateGraph::edge_descriptor& edge, const StateGraph& graph) const {
      const auto from = static_cast<std::uint32_t>(boost::source(edge, graph));
      found_[boost::target(edge, graph)] = {from, graph[edge].move, found_[from].distance + 1};
    }

  private:
    std::vector<Found>& found_;
  };

  std::vector<Found> found_; // by state
};

// The states in which something ends in the same way.
struct Ends {
  std::vector<AnswerSet> under;
  std::vector<std::uint32_t> states;

  void add(const State& state, std::uint32_t number) {
    add_minimal(under, answers_of(state));
    states.push_back(number);
  }
};

// Depth first: what waits to be expanded stays small, and in the processor's cache. Shortest ways are found afterwards.
class Explorer {
public:
  Explorer(const Machine& machine, const ExploreLimits& limits) : machine_(machine), limits_(limits) {}

  Exploration run() {
    add(machine_.initial());
    while (!waiting_.empty()) {
      const auto [number, state] = std::move(waiting_.back());
      waiting_.pop_back();
      expand(number, state);
    }
    return finish();
  }

private:
  void expand(std::uint32_t number, const State& state) {
    if (grown(state, limits_.depth)) {
      runaway_ = true;
      return faults_[Clause::none].add(state, number);
    }
    machine_.moves(state, moves_);
    if (moves_.empty()) return end(number, state);
    for (std::uint32_t i = 0; i < moves_.size(); ++i) {
      State next = state;
      play(machine_, next, moves_[i], next_moves_, limits_.depth);
      edges_.emplace_back(number, add(std::move(next)));
      choices_.push_back({i});
    }
  }

  std::uint32_t add(State&& state) {
    const auto print = fingerprint(encode_into(state, machine_.mpi().order_matters(state), buffer_));
    if (const auto found = seen_.find(print); found != seen_.end()) return found->second;
    const auto number = static_cast<std::uint32_t>(seen_.size());
    if (number == limits_.states)
      throw TooManyStates(fmt::format("the program has more than {} states (--states)", limits_.states));
    seen_.emplace(print, number);
    waiting_.emplace_back(number, std::move(state));
    return number;
  }

  // No move: the program is over, or broke a clause, or waits for ever.
  void end(std::uint32_t number, const State& state) {
    if (state.erroneous == Clause::none && Machine::finished(state))
      return outcomes_[machine_.outcome(state)].add(state, number);
    faults_[state.erroneous].add(state, number); // Clause::none: endless
    waits_ = waits_ || state.erroneous == Clause::none;
  }

  Exploration finish() {
    if (runaway_ && !waits_ && outcomes_.empty() && faults_.size() == 1)
      throw ExploreError(
          fmt::format("the program recurses without end: more than {} calls and callbacks nest, or leave more objects "
                      "behind (moot run --on model shows how it begins)",
                      limits_.depth));
    Exploration result;
    result.transitions = edges_.size();
    result.depth = limits_.depth;
    result.graph =
        StateGraph(boost::edges_are_unsorted_multi_pass, edges_.begin(), edges_.end(), choices_.begin(), seen_.size());
    const Ways ways(result.graph);
    find_cycles(result.graph, ways);
    const auto nearest = [&](const Ends& ends) {
      return *std::ranges::min_element(ends.states, {}, [&](std::uint32_t state) { return ways.distance_to(state); });
    };
    for (auto& [observed, ends] : outcomes_) {
      const auto verdict = cover_everything(ends.under) ? Verdict::allowed : Verdict::unspecified;
      simplify(ends.under);
      result.outcomes.push_back({observed, verdict, ends.under, nearest(ends)});
    }
    for (auto& [clause, ends] : faults_) {
      simplify(ends.under);
      auto& faults = clause == Clause::none ? result.endless : result.erroneous;
      faults.push_back({clause, ends.under, nearest(ends)});
    }
    return result;
  }

  // Cycles of states: a run that goes round one never ends. All states of a cycle rest on the same answers.
  void find_cycles(const StateGraph& graph, const Ways& ways) {
    std::vector<std::uint32_t> component(seen_.size());
    const auto index = boost::get(boost::vertex_index, graph);
    const auto count = boost::strong_components(graph, boost::make_iterator_property_map(component.begin(), index));
    std::vector<bool> done(count, false);
    for (const auto& [from, to] : edges_) {
      if (component[from] != component[to] || done[component[from]]) continue;
      done[component[from]] = true;
      State state = machine_.initial();
      for (const auto& move : ways.moves_to(machine_, from, limits_.depth)) machine_.apply(state, move);
      faults_[Clause::none].add(state, from);
    }
  }

  const Machine& machine_;
  const ExploreLimits& limits_;
  tsl::robin_map<Fingerprint, std::uint32_t, FingerprintHash> seen_;
  std::vector<std::pair<std::uint32_t, State>> waiting_; // to be expanded
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<Choice> choices_;
  std::map<Observed, Ends> outcomes_;
  std::map<Clause, Ends> faults_; // Clause::none: endless
  Moves moves_;
  Moves next_moves_;
  Buffer buffer_;
  bool waits_ = false;   // some run waits for ever
  bool runaway_ = false; // some run grows beyond the limit
};

} // namespace

std::string_view name(Verdict verdict) {
  constexpr std::array<std::string_view, 4> names{"allowed", "forbidden", "erroneous", "unspecified"};
  return names.at(static_cast<std::size_t>(verdict));
}

Exploration explore(const Machine& machine, const ExploreLimits& limits) {
  try {
    return Explorer(machine, limits).run();
  } catch (const NotModelled& error) {
    throw ExploreError(error.what());
  }
}

Moves path(const Machine& machine, const Exploration& exploration, std::uint32_t state) {
  return Ways(exploration.graph).moves_to(machine, state, exploration.depth);
}

std::vector<Event> events(const Machine& machine, const Moves& moves) {
  EventRecorder recorder(machine.program());
  State state = machine.initial();
  for (const auto& move : moves) machine.apply(state, move, &recorder);
  return recorder.events();
}

} // namespace moot
