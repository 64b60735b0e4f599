// Level by level: a level has the states between two calls that need the same number of calls. They wait as their bytes, in
// chunks; what is known of older ones, and of states within calls, is their fingerprints.
#include "model/search/survey/survey.h"

#include "model/search/survey/way.h"
#include "model/search/survey/worker.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <thread>
#include <utility>

namespace moot {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

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
    if (!shared_.next.empty()) look_around(); // else all was seen
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
      if (!shared_.broken.at(i) || is_known) continue;
      const auto& options = shared_.options;
      report_.violations.push_back({invariant, way_to(shared_.client, invariant, options.broken, options.end)});
      if (const auto ending = options.end.now(); ending != Ending::complete) end(ending);
    }
  }

  void finish() {
    for (const auto& worker : workers_) report_.erroneous += worker->erroneous();
    report_.states = shared_.states;
    report_.transitions = shared_.transitions;
    report_.seconds = seconds_since(start_);
  }

  SurveyWork shared_;
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
