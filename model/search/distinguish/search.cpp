// Level by level of calls. A level's programs come from those of the last by one call more; they are followed at once as far as they go
// without another, some at a time, so that what tells early is found early.
#include "model/search/distinguish/search.h"

#include "model/search/distinguish/expand.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

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
  std::vector<Next> next; // unknown when the wave began
  Best lighter;           // than what was found before the wave
};

class Search {
public:
  Search(const Family& family, const Reading& a, const Reading& b, const SearchOptions& options) : options_(options) {
    for (unsigned i = 0; i < std::max(1U, options.jobs); ++i) expanders_.emplace_back(family, a, b);
  }

  SearchResult run() {
    nodes_.emplace_back();
    fresh_.push_back({0, expanders_.front().start()});
    follow();
    while (goes_on() && !best_.history && result_.calls < options_.calls_at_most) {
      ++result_.calls;
      next_level();
    }
    result_.history = std::move(best_.history);
    if (result_.history) result_.weight = best_.weight;
    return std::move(result_);
  }

private:
  using Positions = std::deque<Waiting>;

  bool goes_on() const { return best_.weight > 0 && result_.ending == Ending::complete && result_.all; }

  void next_level() {
    auto last = std::exchange(level_, {});
    while (!last.empty() && goes_on()) {
      wave(last,
           [](Expander& expander, const PackedPosition& position) { return expander.expand_by_a_call(position); });
      follow();
    }
  }

  // As far as they go without another call.
  void follow() {
    while (!fresh_.empty() && goes_on())
      wave(fresh_, [](Expander& expander, const PackedPosition& position) { return expander.expand(position); });
  }

  // The first of the positions, expanded side by side; what came of them is taken in their order.
  template <typename Expand> void wave(Positions& positions, const Expand& expand) {
    const auto count = std::min(positions.size(), most_in_a_wave);
    outcomes_.assign(count, {});
    side_by_side(count, [&](Expander& expander, std::size_t i) {
      outcomes_[i] = outcome(positions[i].node, expand(expander, positions[i].position));
    });
    const bool followed = &positions == &fresh_;
    for (std::size_t i = 0; i < count; ++i) {
      auto position = std::move(positions.front());
      positions.pop_front();
      take(std::move(outcomes_[i]), position.node);
      if (followed && !best_.history && result_.calls < options_.calls_at_most) level_.push_back(std::move(position));
    }
    if (best_.weight > 0) look_around();
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

  Outcome outcome(std::uint32_t from, Expansion&& expansion) const {
    Outcome outcome;
    for (auto& next : expansion.next) {
      const auto print = fingerprint(next.position);
      if (!options_.merge || !known_.contains(print)) outcome.next.push_back({std::move(next), print});
    }
    for (const auto& last : expansion.telling) {
      auto history = history_to(from, last);
      const auto below = std::min(best_.weight, outcome.lighter.weight);
      const auto weight = options_.weigh ? options_.weigh(history, below) : std::optional(0U);
      if (weight && *weight < below) outcome.lighter = {std::move(history), *weight};
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

  void take(Outcome&& outcome, std::uint32_t from) {
    best_.take(std::move(outcome.lighter));
    for (auto& [next, print] : outcome.next) {
      if (options_.merge && !known_.insert(print).second) continue;
      ++result_.positions;
      fresh_.push_back({static_cast<std::uint32_t>(nodes_.size()), std::move(next.position)});
      nodes_.push_back({from, next.happening});
    }
    if (best_.history && since_found_ == 0) since_found_ = result_.positions;
    if (best_.history && result_.positions > since_found_ + options_.patience) result_.all = false;
  }

  void look_around() {
    const bool stopped = options_.end.is_stopped(); // then some may have been left out
    if (stopped || !fresh_.empty() || !level_.empty()) result_.ending = options_.end.now();
    if (options_.progress) options_.progress({result_.calls, result_.positions, best_.history.has_value()});
  }

  const SearchOptions& options_;
  std::deque<Expander> expanders_; // one a thread
  std::deque<Node> nodes_;
  Positions fresh_; // of the level in hand: to be followed
  Positions level_; // of it: followed, and to be expanded by a call
  Best best_;
  std::uint64_t since_found_ = 0; // positions by then
  absl::flat_hash_set<Fingerprint, FingerprintHash> known_;
  std::vector<Outcome> outcomes_; // of a wave
  SearchResult result_;
};

} // namespace

SearchResult search_histories(const Family& family, const Reading& a, const Reading& b, const SearchOptions& options) {
  return Search(family, a, b, options).run();
}

} // namespace moot
