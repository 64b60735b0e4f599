#include "workbench/shared/parallel.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace moot {
namespace {

class Threads {
public:
  Threads(std::size_t count, const Crew& crew, const std::function<Task()>& make_task)
      : ends_(count), crew_(crew), make_task_(make_task) {
    const auto wanted = std::min<std::size_t>(std::max(1U, crew.jobs), count);
    while (threads_.size() < wanted && start()) {}
  }
  ~Threads() {
    abandoned_ = true;
    for (auto& thread : threads_) thread.join();
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // Waits until the task is done. False: it never will be.
  bool wait_for(std::size_t task) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::seconds(1), [&] { return ends_[task].done || working_ == 0; }))
      crew_.progress.tick();
    return ends_[task].done;
  }
  std::exception_ptr take_error(std::size_t task) { return std::move(ends_[task].error); } // of one that is done

private:
  struct End {
    bool done = false;
    std::exception_ptr error;
  };

  // Where the system gives no more threads, those that are there do the work.
  bool start() {
    const std::lock_guard lock(mutex_);
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      return false;
    }
    ++working_;
    return true;
  }

  void work() {
    Task task;
    std::exception_ptr no_task;
    try {
      task = make_task_();
    } catch (...) {
      no_task = std::current_exception();
    }
    while (const auto number = next()) {
      auto error = no_task;
      try {
        if (task) task(*number);
      } catch (...) {
        error = std::current_exception();
      }
      finish(*number, std::move(error));
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  std::optional<std::size_t> next() {
    if (crew_.stop || abandoned_) return std::nullopt;
    const auto number = next_++;
    return number < ends_.size() ? std::optional(number) : std::nullopt;
  }

  void finish(std::size_t number, std::exception_ptr error) {
    if (crew_.stop && !crew_.keeps_begun) return; // it may have ended early
    crew_.progress.step();
    const std::lock_guard lock(mutex_);
    ends_[number] = {true, std::move(error)};
    changed_.notify_all();
  }

  std::vector<End> ends_; // by task
  const Crew& crew_;
  const std::function<Task()>& make_task_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> abandoned_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t working_ = 0; // threads
  std::vector<std::thread> threads_;
};

} // namespace

std::size_t for_each_in_order(std::size_t count, const Crew& crew, const std::function<Task()>& make_task,
                              const Take& take) {
  Threads threads(count, crew, make_task);
  for (std::size_t i = 0; i < count; ++i) {
    if (!threads.wait_for(i)) return i;
    take(i, threads.take_error(i));
  }
  return count;
}

} // namespace moot
