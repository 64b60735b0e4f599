// In the order of calls; within as many calls breadth first, wave by wave. The positions of a wave are expanded side by side, and
// what came of them is taken in their order.
#include "model/distinguish/search.h"

#include "model/distinguish/expand.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

namespace moot {
namespace {

constexpr std::size_t most_in_a_wave = 4096;
constexpr unsigned any_weight = std::numeric_limits<unsigned>::max();

// How a position came about. The first has none before it.
struct Node {
  std::uint32_t from = 0;
  Happening happening;
};

struct Waiting {
  std::uint32_t node = 0;
  PackedPosition position;
};

// The lightest history so far.
struct Best {
  std::optional<History> history;
  unsigned weight = any_weight;

  void take(Best&& other) {
    if (other.weight < weight) *this = std::move(other);
  }
};

// What came of a position.
struct Outcome {
  struct Next {
    Expansion::Next it;
    Fingerprint print;
  };
  std::vector<Next> next;      // unknown when the wave began
  std::array<Best, 2> lighter; // than what was found before the wave: with as many calls, with one more
};

class Search {
public:
  Search(const Reading& a, const Reading& b, const SearchOptions& options)
      : options_(options), waiting_(options.calls_at_most + 1), best_(options.calls_at_most + 2) {
    for (unsigned i = 0; i < std::max(1U, options.jobs); ++i) expanders_.emplace_back(a, b);
  }

  SearchResult run() {
    begin();
    for (unsigned calls = 0; calls <= options_.calls_at_most; ++calls) {
      result_.calls = calls;
      while (!waiting_[calls].empty() && best_[calls].weight > 0 && result_.ending == Ending::complete) wave(calls);
      result_.history = std::move(best_[calls].history);
      result_.weight = result_.history ? best_[calls].weight : 0;
      if (result_.history || result_.ending != Ending::complete) break;
    }
    return std::move(result_);
  }

private:
  void begin() {
    nodes_.emplace_back();
    Position start;
    start.a = {start_of_history()};
    start.bodies = std::make_shared<const Bodies>();
    Buffer buffer;
    waiting_[0].push_back({0, pack(start, buffer)});
  }

  void wave(unsigned calls) {
    auto& waiting = waiting_[calls];
    const auto count = std::min(waiting.size(), most_in_a_wave);
    outcomes_.assign(count, {});
    side_by_side(count, [&](Expander& expander, std::size_t i) { outcomes_[i] = expand(expander, waiting[i], calls); });
    for (std::size_t i = 0; i < count; ++i) {
      const auto node = waiting.front().node;
      waiting.pop_front();
      take(std::move(outcomes_[i]), node, calls);
    }
    look_around(calls);
  }

  // ---- by several threads, each with an expander: they change nothing that is shared

  template <typename Work> void side_by_side(std::size_t count, const Work& work) {
    constexpr std::size_t worth_a_thread = 64;
    const auto threads = std::clamp<std::size_t>(count / worth_a_thread, 1, expanders_.size());
    std::atomic<std::size_t> next{0};
    std::mutex lock;
    std::exception_ptr failure;
    const auto go = [&](Expander& expander) {
      try {
        for (std::size_t i = 0; (i = next++) < count && !options_.end.is_stopped();) work(expander, i);
      } catch (...) {
        const std::lock_guard guard(lock);
        failure = std::current_exception();
      }
    };
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&, i] { go(expanders_[i]); });
      go(expanders_[0]);
    }
    if (failure) std::rethrow_exception(failure);
  }

  Outcome expand(Expander& expander, const Waiting& waiting, unsigned calls) const {
    Outcome outcome;
    auto expansion = expander.expand(waiting.position, calls < options_.calls_at_most);
    for (auto& next : expansion.next) {
      const auto print = fingerprint(next.position);
      if (!options_.merge || !known_.contains(print)) outcome.next.push_back({std::move(next), print});
    }
    for (const auto& [last, one_call_more] : expansion.telling) {
      const auto more = one_call_more ? 1 : 0;
      if (more != 0 && best_[calls].history) continue; // it comes too late
      auto& lighter = outcome.lighter.at(more);
      auto history = history_to(waiting.node, last);
      const auto below = std::min(best_[calls + more].weight, lighter.weight);
      const auto weight = options_.weigh ? options_.weigh(history, below) : std::optional(0U);
      if (weight && *weight < below) lighter = {std::move(history), *weight};
    }
    return outcome;
  }

  History history_to(std::uint32_t node, const Happening& last) const {
    History history{last};
    for (; node != 0; node = nodes_[node].from) history.push_back(nodes_[node].happening);
    std::ranges::reverse(history);
    return history;
  }

  // ---- by one

  void take(Outcome&& outcome, std::uint32_t from, unsigned calls) {
    best_[calls].take(std::move(outcome.lighter[0]));
    best_[calls + 1].take(std::move(outcome.lighter[1]));
    for (auto& [next, print] : outcome.next) {
      if (options_.merge && !known_.insert(print).second) continue;
      ++result_.positions;
      waiting_[calls + (next.one_call_more ? 1 : 0)].push_back(
          {static_cast<std::uint32_t>(nodes_.size()), std::move(next.position)});
      nodes_.push_back({from, next.happening});
    }
  }

  void look_around(unsigned calls) {
    result_.ending = options_.end.now();
    if (options_.progress) options_.progress({calls, result_.positions, best_[calls].history.has_value()});
  }

  const SearchOptions& options_;
  std::deque<Expander> expanders_; // one a thread
  std::deque<Node> nodes_;
  std::vector<std::deque<Waiting>> waiting_; // by number of calls
  std::vector<Best> best_;                   // by number of calls
  absl::flat_hash_set<Fingerprint, FingerprintHash> known_;
  std::vector<Outcome> outcomes_; // of a wave
  SearchResult result_;
};

} // namespace

SearchResult search_histories(const Reading& a, const Reading& b, const SearchOptions& options) {
  return Search(a, b, options).run();
}

} // namespace moot
