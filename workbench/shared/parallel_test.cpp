#include "workbench/shared/parallel.h"

#include <chrono>
#include <gmock/gmock.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace moot {
namespace {

using testing::ElementsAre;

class Parallel : public testing::TestWithParam<unsigned> {
protected:
  std::size_t run(std::size_t count, const Task& task, const Take& take) {
    Progress progress(count);
    return for_each_in_order(
        count, {GetParam(), stop_, progress}, [&] { return task; }, take);
  }

  std::atomic<bool> stop_{false};
};

INSTANTIATE_TEST_SUITE_P(Jobs, Parallel, testing::Values(0, 1, 2, 7));

TEST_P(Parallel, TakesInOrder) {
  std::vector<std::size_t> found(100);
  std::vector<std::size_t> taken;
  const auto done = run(
      100,
      [&](std::size_t i) {
        if (i % 10 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2)); // the next ones overtake it
        found[i] = i * i;
      },
      [&](std::size_t i, const std::exception_ptr& error) {
        EXPECT_FALSE(error);
        EXPECT_EQ(i, taken.size());
        taken.push_back(found[i]);
      });
  EXPECT_EQ(done, 100);
  EXPECT_EQ(taken, found);
}

TEST_P(Parallel, HasNothingToDo) {
  const auto never = [](auto&&...) { ADD_FAILURE(); };
  EXPECT_EQ(run(0, never, never), 0);
}

TEST_P(Parallel, OneErrorLosesNoOther) {
  std::vector<std::string> taken;
  const auto task = [](std::size_t i) {
    if (i % 2 == 1) throw std::runtime_error("task " + std::to_string(i));
  };
  const auto take = [&](std::size_t, const std::exception_ptr& error) {
    try {
      if (error) std::rethrow_exception(error);
      taken.emplace_back("fine");
    } catch (const std::runtime_error& known) {
      taken.emplace_back(known.what());
    }
  };
  EXPECT_EQ(run(4, task, take), 4);
  EXPECT_THAT(taken, ElementsAre("fine", "task 1", "fine", "task 3"));
}

TEST_P(Parallel, StopsEarly) {
  std::atomic<std::size_t> begun{0};
  std::size_t taken = 0;
  const auto done = run(
      1000, [&](std::size_t) { ++begun; },
      [&](std::size_t, const std::exception_ptr&) {
        if (++taken == 5) stop_ = true;
      });
  EXPECT_EQ(done, taken);
  EXPECT_GE(taken, 5);
  EXPECT_GE(begun, 5);
}

TEST_P(Parallel, WhatEndsAfterTheStopDoesNotCount) {
  const auto task = [&](std::size_t i) {
    if (i == 3) stop_ = true;
    while (i > 3 && !stop_) {}
  };
  const auto done = run(1000, task, [](auto&&...) {});
  EXPECT_LE(done, 3);
}

TEST_P(Parallel, WhatHasBegunMayCount) {
  Progress progress(1000);
  std::atomic<std::size_t> begun{0};
  const auto make_task = [&]() -> Task {
    return [&](std::size_t i) {
      ++begun;
      if (i == 3) stop_ = true;
      while (i > 3 && !stop_) {}
    };
  };
  const auto done = for_each_in_order(1000, {GetParam(), stop_, progress, true}, make_task, [](auto&&...) {});
  EXPECT_EQ(done, begun);
  EXPECT_GE(done, 4);
}

TEST_P(Parallel, PassesOnWhatTakeThrows) {
  const auto take = [](std::size_t i, const std::exception_ptr&) {
    if (i == 2) throw std::runtime_error("no more room");
  };
  EXPECT_THROW(run(
                   1000, [](std::size_t) {}, take),
               std::runtime_error);
}

// What a task holds is made, used and destroyed in one thread.
class Bound {
public:
  explicit Bound(std::atomic<int>& alive) : alive_(alive) { ++alive_; }
  ~Bound() {
    expect_own_thread();
    --alive_;
  }
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  void expect_own_thread() const { EXPECT_EQ(std::this_thread::get_id(), owner_); }

private:
  std::atomic<int>& alive_;
  std::thread::id owner_ = std::this_thread::get_id();
};

TEST_P(Parallel, AThreadKeepsItsTaskToItself) {
  std::atomic<int> alive{0};
  std::atomic<unsigned> made{0};
  const auto make_task = [&]() -> Task {
    ++made;
    return [bound = std::make_shared<Bound>(alive)](std::size_t) { bound->expect_own_thread(); };
  };
  Progress progress(20);
  EXPECT_EQ(for_each_in_order(20, {GetParam(), stop_, progress}, make_task, [](auto&&...) {}), 20);
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(made, std::max(1U, GetParam()));
}

TEST_P(Parallel, ATaskThatCannotBeMadeIsAnErrorOfEach) {
  std::size_t errors = 0;
  Progress progress(3);
  const auto done = for_each_in_order(
      3, {GetParam(), stop_, progress}, []() -> Task { throw std::runtime_error("no process"); },
      [&](std::size_t, const std::exception_ptr& error) { errors += error ? 1 : 0; });
  EXPECT_EQ(done, 3);
  EXPECT_EQ(errors, 3);
}

} // namespace
} // namespace moot
