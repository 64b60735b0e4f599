// Level by level: a level has the states between two calls that need the same number of calls. They wait as their bytes, in
// chunks; what is known of older ones, and of states within calls, is their fingerprints.
#include "model/survey/survey.h"

#include "model/encode.h"
#include "model/survey/state_set.h"
#include "model/survey/symmetry.h"
#include "model/survey/way.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

namespace moot {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// States as bytes, one after the other, each behind its length.
class Chunk {
public:
  static constexpr std::size_t full = std::size_t{64} * 1024;

  void add(std::string_view bytes) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes_.append(bytes);
    ++count_;
  }
  template <typename Visit> void each(const Visit& visit) const {
    for (std::size_t at = 0; at < bytes_.size();) {
      std::uint32_t size = 0;
      std::memcpy(&size, bytes_.data() + at, sizeof size);
      visit(std::string_view(bytes_).substr(at + sizeof size, size));
      at += sizeof size + size;
    }
  }
  bool is_full() const { return bytes_.size() >= full; }
  std::uint64_t count() const { return count_; }

private:
  std::string bytes_;
  std::uint64_t count_ = 0;
};

// What all workers share.
struct Shared {
  Shared(const Client& a_client, const SurveyOptions& some_options)
      : client(a_client), options(some_options), initial(a_client.initial()), seen(some_options.jobs > 1) {}

  const Client& client;
  const SurveyOptions& options;
  const State initial;
  StateSet seen;

  std::mutex lock; // of what follows
  std::vector<Chunk> level;
  std::vector<Chunk> next;
  std::array<bool, invariant_count> broken{}; // in the level in hand
  std::exception_ptr failure;

  std::atomic<std::uint64_t> states{0};
  std::atomic<std::uint64_t> waiting{0};
  std::atomic<std::uint64_t> transitions{0};
  std::atomic<bool> end{false};
};

// A state in hand.
struct Node {
  State state;
  Fingerprint print;
};

// Nodes that are used again and again.
class Pool {
public:
  Node* take() {
    if (free_.empty()) return &all_.emplace_back();
    auto* node = free_.back();
    free_.pop_back();
    return node;
  }
  void give_back(Node* node) { free_.push_back(node); }

private:
  std::deque<Node> all_;
  std::vector<Node*> free_;
};

// Expands states between two calls: all calls, and all that follows in them. Only states between two calls become bytes, and
// wait for the next level; those within calls are few at a time, and stay as they are.
class Worker {
public:
  explicit Worker(Shared& shared) : shared_(shared), client_(shared.client), canonical_(client_) {}

  // The state at the start.
  void begin() {
    auto* start = pool_.take();
    start->state = shared_.initial;
    identify(*start, nullptr);
    new_.push_back(start);
    keep_new();
    hand_over();
    report();
  }

  // Its part of a level.
  void run() {
    Chunk chunk;
    while (!shared_.end && take(chunk)) {
      chunk.each([&](std::string_view bytes) {
        auto* node = pool_.take();
        decode(bytes, shared_.initial, node->state);
        if (!shared_.options.symmetry) identify(*node, nullptr);
        in_hand_.push_back(node);
        if (in_hand_.size() >= together_) expand_all();
      });
      expand_all();
      shared_.waiting -= chunk.count();
      report();
    }
    hand_over();
  }

  std::uint64_t erroneous() const { return erroneous_; }

private:
  // States that are expanded at a time: their look-ups wait for memory together; and, of several threads, for locks.
  static constexpr std::size_t together_alone = 16;
  static constexpr std::size_t together_with_others = 64;

  bool take(Chunk& chunk) {
    const std::lock_guard guard(shared_.lock);
    if (shared_.level.empty()) return false;
    chunk = std::move(shared_.level.back());
    shared_.level.pop_back();
    return true;
  }

  // The last first, so that few are in hand at a time.
  void expand_all() {
    while (!in_hand_.empty() && !shared_.end) {
      const auto first = in_hand_.size() - std::min(in_hand_.size(), together_);
      for (auto i = first; i < in_hand_.size(); ++i) {
        expand(*in_hand_[i]);
        pool_.give_back(in_hand_[i]);
      }
      in_hand_.resize(first);
      keep_new();
    }
  }

  void expand(const Node& node) {
    client_.moves(node.state, steps_);
    transitions_ += steps_.size();
    for (const auto& step : steps_) {
      auto* next = pool_.take();
      next->state = node.state;
      client_.apply(next->state, step);
      if (is_sound(node.state, step, next->state)) {
        identify(*next, &node);
        new_.push_back(next);
      } else {
        pool_.give_back(next);
      }
    }
  }

  bool is_sound(const State& before, const Step& step, const State& after) {
    if (after.erroneous != Clause::none) {
      ++erroneous_;
      return false;
    }
    if (values_go_once(before, after, destroyed_by(before, step), client_.mpi().reading())) return true;
    note(Invariant::values_go_once);
    return false;
  }

  void identify(Node& node, const Node* from) {
    if (shared_.options.symmetry) {
      node.print = fingerprint(canonical_(node.state));
      return;
    }
    const auto order_matters = client_.mpi().order_matters(node.state);
    node.print = from == nullptr ? fingerprint(node.state, order_matters)
                                 : fingerprint_after(from->state, from->print, node.state, order_matters);
  }

  // Those of `new_` that nobody has seen before.
  void keep_new() {
    prints_.clear();
    for (const auto* node : new_) prints_.push_back(node->print);
    fresh_.resize(new_.size());
    shared_.seen.insert(prints_, fresh_);
    for (std::size_t i = 0; i < new_.size(); ++i) {
      if (fresh_[i] != 0 && keep(*new_[i]))
        in_hand_.push_back(new_[i]);
      else
        pool_.give_back(new_[i]);
    }
    new_.clear();
  }

  // Is it to be expanded at once?
  bool keep(const Node& node) {
    ++states_;
    if (const auto invariant = shared_.options.broken(node.state)) {
      note(*invariant);
      return false;
    }
    const bool within_call = node.state.frames.size() > 1;
    if (!within_call) found_.add(encode_into(node.state, true, buffer_));
    if (found_.is_full()) hand_over();
    return within_call;
  }

  void note(Invariant invariant) {
    const std::lock_guard guard(shared_.lock);
    shared_.broken.at(static_cast<std::size_t>(invariant)) = true;
  }

  void hand_over() {
    if (found_.count() == 0) return;
    const std::lock_guard guard(shared_.lock);
    shared_.next.push_back(std::exchange(found_, {}));
  }

  void report() {
    shared_.transitions += std::exchange(transitions_, 0);
    shared_.states += std::exchange(states_, 0);
  }

  Shared& shared_;
  const Client& client_;
  const std::size_t together_ = shared_.options.jobs > 1 ? together_with_others : together_alone;
  Canonical canonical_;
  Pool pool_;
  std::vector<Node*> in_hand_; // to be expanded
  std::vector<Node*> new_;     // found, but perhaps known
  std::vector<Fingerprint> prints_;
  std::vector<char> fresh_;
  Steps steps_;
  Buffer buffer_;
  Chunk found_;                   // for the next level
  std::uint64_t states_ = 0;      // since the last report
  std::uint64_t transitions_ = 0; //
  std::uint64_t erroneous_ = 0;
};

class Survey {
public:
  Survey(const Client& client, const SurveyOptions& options) : shared_(client, options) {
    for (unsigned i = 0; i < std::max(1U, options.jobs); ++i) workers_.push_back(std::make_unique<Worker>(shared_));
  }

  SurveyReport run() {
    workers_.front()->begin();
    for (std::uint64_t level = 0; !shared_.next.empty() && !shared_.end; ++level) {
      shared_.level = std::exchange(shared_.next, {});
      shared_.waiting = 0;
      for (const auto& chunk : shared_.level) shared_.waiting += chunk.count();
      const std::uint64_t size = shared_.waiting;
      report_.depth = level;
      if (level == shared_.options.calls_at_most) break;
      level_ = size;
      run_level();
      if (shared_.failure) std::rethrow_exception(shared_.failure);
      find_ways();
      last_level_ = size;
      done_ += size;
    }
    finish();
    return std::move(report_);
  }

private:
  void run_level() {
    at_work_ = workers_.size();
    std::vector<std::jthread> threads;
    for (auto& worker : workers_) threads.emplace_back([&] { work(*worker); });
    watch();
  }

  void work(Worker& worker) {
    std::exception_ptr failure;
    try {
      worker.run();
    } catch (...) {
      failure = std::current_exception();
      shared_.end = true;
    }
    const std::lock_guard guard(shared_.lock);
    if (failure) shared_.failure = failure;
    if (--at_work_ == 0) level_done_.notify_one();
  }

  // The caller's thread looks after the clock, the memory and the user.
  void watch() {
    std::unique_lock guard(shared_.lock);
    while (!level_done_.wait_for(guard, std::chrono::milliseconds(100), [&] { return at_work_ == 0; })) {
      guard.unlock();
      look_around();
      guard.lock();
    }
    guard.unlock();
    look_around();
  }

  void look_around() {
    const auto& options = shared_.options;
    if (const auto ending = options.end.now(); ending != Ending::complete) end(ending);
    if (!options.progress) return;
    options.progress({shared_.states, shared_.transitions, report_.depth, done_ + level_ - shared_.waiting,
                      shared_.waiting, level_, last_level_, seconds_since(start_)});
  }

  void end(Ending ending) {
    if (shared_.end.exchange(true)) return;
    report_.ending = ending;
  }

  void find_ways() {
    for (std::size_t i = 0; i < shared_.broken.size(); ++i) {
      const auto invariant = static_cast<Invariant>(i);
      const auto is_known =
          std::ranges::find(report_.violations, invariant, &Violation::invariant) != report_.violations.end();
      if (shared_.broken.at(i) && !is_known)
        report_.violations.push_back({invariant, way_to(shared_.client, invariant, shared_.options.broken)});
    }
  }

  void finish() {
    for (const auto& worker : workers_) report_.erroneous += worker->erroneous();
    report_.states = shared_.states;
    report_.transitions = shared_.transitions;
    report_.seconds = seconds_since(start_);
  }

  Shared shared_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::size_t at_work_ = 0; // workers; under the lock
  std::condition_variable level_done_;
  std::uint64_t level_ = 0;      // states between two calls of the level in hand
  std::uint64_t last_level_ = 0; // of the one before
  std::uint64_t done_ = 0;       // of all levels before
  Clock::time_point start_ = Clock::now();
  SurveyReport report_;
};

} // namespace

SurveyReport survey(const Client& client, const SurveyOptions& options) { return Survey(client, options).run(); }

} // namespace moot
