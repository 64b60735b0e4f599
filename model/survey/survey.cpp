// Breadth first, level by level. States wait as their bytes, in chunks; what is known of older ones is their fingerprints.
#include "model/survey/survey.h"

#include "model/encode.h"
#include "model/survey/state_set.h"
#include "model/survey/symmetry.h"
#include "model/survey/way.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <thread>
#include <tuple>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

namespace moot {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::uint64_t memory_in_use() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// States as bytes, one after the other, each behind its length.
class Chunk {
public:
  static constexpr std::size_t full = 64 * 1024;

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
  void clear() {
    bytes_.clear();
    count_ = 0;
  }

private:
  std::string bytes_;
  std::uint64_t count_ = 0;
};

// A state in which an invariant was found broken, by the state and the step that led there.
struct Broken {
  Invariant invariant;
  std::string bytes; // of the state before
};

// What all workers share.
struct Shared {
  Shared(const Client& a_client, const SurveyOptions& some_options)
      : client(a_client), options(some_options), initial(a_client.initial()) {}

  const Client& client;
  const SurveyOptions& options;
  State initial;
  StateSet seen;

  std::mutex lock; // of what follows
  std::vector<Chunk> level;
  std::vector<Chunk> next;
  std::vector<Broken> broken; // in the level in hand
  std::exception_ptr failure;

  std::atomic<std::uint64_t> states{0};
  std::atomic<std::uint64_t> waiting{0};
  std::atomic<std::uint64_t> transitions{0};
  std::atomic<bool> end{false};
};

class Worker {
public:
  explicit Worker(Shared& shared)
      : shared_(shared), client_(shared.client), canonical_(client_), bounded_(shared.options.calls_at_most.has_value()) {}

  // Its part of a level.
  void run() {
    Chunk chunk;
    while (!shared_.end && take(chunk)) {
      chunk.each([&](std::string_view bytes) { expand(bytes); });
      shared_.waiting -= chunk.count();
      report();
    }
    for (std::size_t shard = 0; shard < StateSet::shards; ++shard) flush(shard);
    if (found_.count() > 0) hand_over();
    report();
  }

  // The state at the start.
  void begin() {
    next_ = shared_.initial;
    found(0);
    for (std::size_t shard = 0; shard < StateSet::shards; ++shard) flush(shard);
    hand_over();
    report();
  }

  std::uint64_t erroneous() const { return erroneous_; }

private:
  bool take(Chunk& chunk) {
    const std::lock_guard guard(shared_.lock);
    if (shared_.level.empty()) return false;
    chunk = std::move(shared_.level.back());
    shared_.level.pop_back();
    return true;
  }

  // With a bound on calls, their number stands before the state.
  void expand(std::string_view bytes) {
    unsigned calls = 0;
    if (bounded_) {
      std::memcpy(&calls, bytes.data(), sizeof calls);
      decode(bytes.substr(sizeof calls), shared_.initial, current_);
    } else {
      decode(bytes, shared_.initial, current_);
    }
    client_.moves(current_, steps_);
    for (const auto& step : steps_) {
      const bool call = Client::is_call(step);
      if (call && bounded_ && calls == *shared_.options.calls_at_most) continue;
      next_ = current_;
      client_.apply(next_, step);
      ++transitions_;
      if (next_.erroneous != Clause::none)
        ++erroneous_;
      else if (const auto invariant = broken_by(step))
        note(*invariant, bytes);
      else
        found(calls + (call ? 1 : 0));
    }
  }

  std::optional<Invariant> broken_by(const Step& step) const {
    if (!values_go_once(current_, next_, destroyed_by(current_, step), client_.mpi().reading()))
      return Invariant::values_go_once;
    return broken(next_);
  }

  void note(Invariant invariant, std::string_view bytes) {
    const std::lock_guard guard(shared_.lock);
    shared_.broken.push_back({invariant, std::string(bytes)});
  }

  void found(unsigned calls) {
    const auto bytes = shared_.options.symmetry
                           ? canonical_(next_)
                           : encode_into(next_, client_.mpi().order_matters(next_), buffer_);
    std::string_view key = bytes;
    if (bounded_) {
      bounded_bytes_.assign(reinterpret_cast<const char*>(&calls), sizeof calls);
      key = bounded_bytes_.append(bytes);
    }
    const Fingerprint print(key);
    auto& batch = batches_[StateSet::shard_of(print)];
    batch.prints.push_back(print);
    batch.states.add(key);
    if (batch.prints.size() == batch_size) flush(StateSet::shard_of(print));
  }

  void flush(std::size_t shard) {
    auto& batch = batches_[shard];
    if (batch.prints.empty()) return;
    fresh_.assign(batch.prints.size(), false);
    shared_.seen.insert(shard, batch.prints, [&](std::size_t i) { fresh_[i] = true; });
    std::size_t i = 0;
    batch.states.each([&](std::string_view bytes) {
      if (fresh_[i++]) found_.add(bytes);
    });
    batch.prints.clear();
    batch.states.clear();
    if (found_.is_full()) hand_over();
  }

  void hand_over() {
    shared_.states += found_.count();
    const std::lock_guard guard(shared_.lock);
    shared_.next.push_back(std::move(found_));
    found_ = {};
  }

  void report() {
    shared_.transitions += transitions_ - reported_;
    reported_ = transitions_;
  }

  static constexpr std::size_t batch_size = 32;
  struct Batch {
    std::vector<Fingerprint> prints;
    Chunk states;
  };

  Shared& shared_;
  const Client& client_;
  Canonical canonical_;
  const bool bounded_;
  State current_;
  State next_;
  Steps steps_;
  std::string buffer_;
  std::string bounded_bytes_;
  std::array<Batch, StateSet::shards> batches_; // by shard: found, but perhaps known
  std::vector<char> fresh_;
  Chunk found_; // new
  std::uint64_t transitions_ = 0;
  std::uint64_t reported_ = 0;
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
      run_level();
      if (shared_.failure) std::rethrow_exception(shared_.failure);
      find_ways();
      last_level_ = size;
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
    if (options.stop != nullptr && *options.stop) end(SurveyReport::Ending::stopped);
    if (options.memory != 0 && memory_in_use() > options.memory) end(SurveyReport::Ending::out_of_memory);
    if (!options.progress || seconds_since(last_told_) < 1) return;
    last_told_ = Clock::now();
    options.progress({shared_.states, shared_.transitions, shared_.waiting, report_.depth, last_level_, seconds_since(start_)});
  }

  void end(SurveyReport::Ending ending) {
    if (shared_.end.exchange(true)) return;
    report_.ending = ending;
  }

  // Of what was broken in this level: the first of each invariant, whoever found it.
  void find_ways() {
    std::ranges::sort(shared_.broken, {}, [](const Broken& broken) { return std::tie(broken.invariant, broken.bytes); });
    for (const auto& broken : shared_.broken) {
      if (std::ranges::find(report_.violations, broken.invariant, &Violation::invariant) != report_.violations.end())
        continue;
      report_.violations.push_back({broken.invariant, way_to(shared_.client, shared_.options, broken.bytes, broken.invariant)});
    }
    shared_.broken.clear();
  }

  void finish() {
    for (const auto& worker : workers_) report_.erroneous += worker->erroneous();
    report_.states = shared_.states;
    report_.transitions = shared_.transitions;
    report_.seconds = seconds_since(start_);
    report_.peak_memory = peak_memory();
  }

  Shared shared_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::size_t at_work_ = 0; // workers; under the lock
  std::condition_variable level_done_;
  std::uint64_t last_level_ = 0; // states of it
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_told_ = start_;
  SurveyReport report_;
};

} // namespace

SurveyReport survey(const Client& client, const SurveyOptions& options) { return Survey(client, options).run(); }

} // namespace moot
