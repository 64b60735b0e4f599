#include "model/search/explore.h"

#include "model/law/naming.h"
#include "model/law/sentences.h"
#include "model/search/counting.h"
#include "model/search/encode.h"
#include "model/search/fingerprint.h"
#include "model/search/references.h"
#include "model/search/ways.h"

#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <tsl/robin_map.h>

namespace moot {
namespace {

// A run without a choice is stored every so often, so that one that never ends is met again.
constexpr int longest_unstored_run = 256;

// Calls that nest, or objects that are left behind.
bool grown(const State& state, Size most) {
  return state.frames.size() > most.calls || state.objects.size() > most.objects;
}

// What main makes itself, and its values' callbacks, each once: a long program has many objects without growing for ever.
std::size_t made_by_hand(const Program& program) {
  std::size_t of_callbacks = 0;
  for (const auto& callback : program.callbacks) of_callbacks += callback.body.size();
  return program.main.size() * (1 + of_callbacks);
}

} // namespace

NextSteps::NextSteps(const Machine& machine, Orders orders) : machine_(machine) {
  if (orders == Orders::all) return;
  reduction_.emplace(machine);
  if (!reduction_->reduces()) reduction_.reset();
}

std::size_t play(const NextSteps& steps, State& state, const Move& move, Moves& moves, Size most, Moves* played,
                 EventSink* sink) {
  Move next = move;
  std::size_t callbacks = 0;
  for (int run = 0; run < longest_unstored_run; ++run) {
    if (played != nullptr) played->push_back(next);
    if (next.type == Move::Type::begin) ++callbacks;
    steps.machine().apply(state, next, sink);
    if (grown(state, most)) {
      moves.clear();
      break;
    }
    steps.moves(state, moves, 2);
    if (moves.size() != 1) break;
    next = moves.front();
  }
  return callbacks;
}

namespace {

// The states in which something ends in the same way.
struct Ends {
  std::vector<AnswerSet> under;
  std::vector<std::uint32_t> states;

  void add(const State& state, std::uint32_t number) {
    add_minimal(under, answers_of(state));
    states.push_back(number);
  }
};

using Sites = std::vector<std::uint32_t>; // of objects, sorted
struct OutcomeEnds : Ends {
  std::map<Sites, Ends> leaks;
};

// What is left behind for good; empty: nothing is. (key-cycle: collected-at-finalize. Without MPI_Finalize nothing is collected yet.)
Sites leaked_sites(const State& state, const Reading& reading) {
  Sites sites;
  if (!state.finalized && !may_be(reading, state, KeyCycle::leak)) return sites;
  const auto leak = leak_in(state);
  const auto add = [&](Slot slot) { sites.push_back(state.objects[slot].site); };
  for (const auto& cycle : leak.cycles) std::ranges::for_each(cycle, add);
  std::ranges::for_each(leak.others, add);
  std::ranges::sort(sites);
  return sites;
}

// What waits to be expanded.
struct Waiting {
  std::uint32_t number = 0;
  State state;
  std::size_t callbacks = 0; // that began since the program began its current statement: on the way here
};

// How far the program is: in main, which is the outermost frame, and in its threads.
std::uint32_t statement(const State& state) {
  std::uint32_t sum = 0;
  for (const auto& frame : state.frames)
    if (frame.is_code() && !frame.is_callback()) sum += frame.code().position;
  return sum;
}

// Depth first: what waits to be expanded stays small, and in the processor's cache. But a program with many states may never
// end: there, what is near the start comes before what is deep. Shortest ways are found afterwards.
class Explorer {
public:
  Explorer(const Machine& machine, const ExploreLimits& limits, Orders orders)
      : machine_(machine), steps_(machine, orders), limits_(limits), watch_(limits),
        bare_(without_notes(machine.program())), takes_notes_(bare_ != machine.program()),
        may_count_(may_count(bare_)), most_{limits.depth, limits.depth + made_by_hand(machine.program())} {}

  Exploration run() {
    add(machine_.initial(), 0);
    while (!waiting_.empty() && !over_) {
      if (auto gives_up = watch_.gives_up(seen_.size())) {
        end_by(*std::move(gives_up));
        break;
      }
      try {
        expand(take());
      } catch (const NotModelled& error) { // the other ones may be
        cut(not_modelled(error.what()));
      }
    }
    return finish();
  }

  // It followed some orders only, and met what may never end: others may not have had their turn.
  bool may_have_missed() const { return steps_.orders() == Orders::needed && met_no_end_; }

private:
  static constexpr std::size_t many_states = 1'000;
  static constexpr std::size_t all_near = 20'000;
  static constexpr std::size_t most_waiting = 2'000;

  Waiting take() {
    const bool nearest = seen_.size() >= many_states && seen_.size() < all_near && waiting_.size() < most_waiting;
    auto next = std::move(nearest ? waiting_.front() : waiting_.back());
    nearest ? waiting_.pop_front() : waiting_.pop_back();
    return next;
  }

  void expand(Waiting&& from) {
    auto& [number, state, callbacks] = from;
    if (grown(state, most_)) {
      met_no_end_ = true;
      if (may_count_) return cut(cut_off(CutOff::By::depth, limits_));
      return faults_[Clause::none].add(state, number);
    }
    if ((may_count_ || takes_notes_) && callbacks > limits_.callbacks) return end_long(number, state);
    steps_.moves(state, moves_);
    if (moves_.empty()) return end(number, state);
    const auto last = static_cast<std::uint32_t>(moves_.size() - 1);
    for (std::uint32_t i = 0; i < last && !over_; ++i) follow(i, number, State(state), callbacks);
    if (!over_) follow(last, number, std::move(state), callbacks);
  }

  // By one of moves_, in the state with this number.
  void follow(std::uint32_t choice, std::uint32_t number, State&& state, std::size_t callbacks) {
    const auto before = statement(state);
    const auto begun = play(steps_, state, moves_[choice], next_moves_, most_);
    const bool same_statement = statement(state) == before;
    const auto found = add(std::move(state), same_statement ? callbacks + begun : 0);
    if (!found) return;
    edges_.emplace_back(number, *found);
    choices_.push_back({choice});
  }

  // The state's number; none: there are too many.
  std::optional<std::uint32_t> add(State&& state, std::size_t callbacks) {
    const auto print = fingerprint(encode_into(state, machine_.mpi().setting_order(state), buffer_));
    if (const auto found = seen_.find(print); found != seen_.end()) return found->second;
    const auto number = static_cast<std::uint32_t>(seen_.size());
    if (number == limits_.states) {
      end_by(cut_off(CutOff::By::states, limits_));
      return std::nullopt;
    }
    seen_.emplace(print, number);
    waiting_.push_back({number, std::move(state), callbacks});
    return number;
  }

  // A run that counts the rounds that it makes never meets a state again. But without its notes, it may be seen to go round.
  void end_long(std::uint32_t number, const State& state) {
    met_no_end_ = true;
    if (may_count_) return cut(cut_off(CutOff::By::callbacks, limits_));
    if (!without_notes_) without_notes_ = explore(Machine(bare_, machine_.mpi().reading()), limits_);
    const auto answers = answers_of(state);
    const bool goes_round = std::ranges::any_of(without_notes_->endless, [&](const Fault& endless) {
      return std::ranges::any_of(endless.under, [&](const AnswerSet& under) { return includes(answers, under); });
    });
    if (goes_round) faults_[Clause::none].add(state, number);
    // What it would note in further rounds may be observed.
    if (!goes_round || without_notes_->leaves_cycles) cut(cut_off(CutOff::By::callbacks, limits_));
  }

  // Not all will be known: the first reason is told, and what ended it all.
  void cut(CutOff&& why) {
    if (!cut_off_) cut_off_ = std::move(why);
  }
  void end_by(CutOff&& why) {
    over_ = true;
    if (cut_off_) cut_off_->words += "; " + why.words;
    cut(std::move(why));
  }

  // No move: the program is over, or broke a clause, or waits for ever.
  void end(std::uint32_t number, const State& state) {
    if (state.erroneous == Clause::none && Machine::finished(state)) {
      auto& ends = outcomes_[machine_.outcome(state)];
      if (auto leaked = leaked_sites(state, machine_.mpi().reading()); !leaked.empty())
        ends.leaks[std::move(leaked)].add(state, number);
      return ends.add(state, number);
    }
    faults_[state.erroneous].add(state, number); // Clause::none: endless
  }

  Exploration finish() {
    Exploration result;
    result.transitions = edges_.size();
    result.most = most_;
    result.orders = steps_.orders();
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
      auto& outcome = result.outcomes.emplace_back(Outcome{observed, verdict, ends.under, nearest(ends), {}});
      for (auto& [sites, leaking] : ends.leaks) {
        simplify(leaking.under);
        outcome.leaks.push_back({leaking.under, nearest(leaking)});
      }
    }
    for (auto& [clause, ends] : faults_) {
      simplify(ends.under);
      auto& faults = clause == Clause::none           ? result.endless
                     : clause == call_aborts.clause() ? result.aborts
                                                      : result.erroneous;
      faults.push_back({clause, ends.under, nearest(ends)});
    }
    result.cut_off = std::move(cut_off_);
    result.leaves_cycles = leaves_cycles_;
    return result;
  }

  // Cycles of states: a run that goes round one never ends. All states of a cycle rest on the same answers.
  void find_cycles(const StateGraph& graph, const Ways& ways) {
    std::vector<std::uint32_t> component(seen_.size());
    const auto index = boost::get(boost::vertex_index, graph);
    const auto count = boost::strong_components(graph, boost::make_iterator_property_map(component.begin(), index));
    std::vector<bool> done(count, false);
    for (const auto& [from, to] : edges_)
      done[component[from]] = done[component[from]] || component[from] == component[to];
    leaves_cycles_ = std::ranges::any_of(edges_, [&](const auto& edge) {
      return done[component[edge.first]] && component[edge.first] != component[edge.second];
    });
    done.assign(count, false);
    for (const auto& [from, to] : edges_) {
      if (component[from] != component[to] || done[component[from]]) continue;
      met_no_end_ = true;
      if (auto gives_up = watch_.gives_up(seen_.size())) return end_by(*std::move(gives_up));
      done[component[from]] = true;
      State state = machine_.initial();
      for (const auto& move : ways.moves_to(steps_, from, most_)) machine_.apply(state, move);
      faults_[Clause::none].add(state, from);
    }
  }

  const Machine& machine_;
  const NextSteps steps_;
  const ExploreLimits& limits_;
  const Watch watch_;
  const Program bare_; // without its notes
  const bool takes_notes_;
  const bool may_count_;
  const Size most_;                          // a state with more has grown
  std::optional<Exploration> without_notes_; // once it is needed
  tsl::robin_map<Fingerprint, std::uint32_t, FingerprintHash> seen_;
  std::deque<Waiting> waiting_; // to be expanded
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<Choice> choices_;
  std::map<Observed, OutcomeEnds> outcomes_;
  std::map<Clause, Ends> faults_; // Clause::none: endless
  Moves moves_;
  Moves next_moves_;
  Buffer buffer_;
  std::optional<CutOff> cut_off_;
  bool leaves_cycles_ = false;
  bool met_no_end_ = false;
  bool over_ = false; // nothing is expanded any more
};

} // namespace

std::string_view name(Verdict verdict) {
  constexpr std::array<std::string_view, 4> names{"allowed", "forbidden", "erroneous", "unspecified"};
  return names.at(static_cast<std::size_t>(verdict));
}

Exploration explore(const Machine& machine, const ExploreLimits& limits, Orders orders) {
  Explorer explorer(machine, limits, orders);
  auto found = explorer.run();
  return explorer.may_have_missed() ? Explorer(machine, limits, Orders::all).run() : std::move(found);
}

std::vector<Event> events(const Machine& machine, const Moves& moves) {
  EventRecorder recorder(machine.program());
  State state = machine.initial();
  for (const auto& move : moves) machine.apply(state, move, &recorder);
  return recorder.events();
}

} // namespace moot
