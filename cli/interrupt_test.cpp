#include "workbench/shared/interrupt.h"

#include <chrono>
#include <csignal>
#include <gtest/gtest.h>
#include <thread>

namespace moot {
namespace {

// 0: all as it should be.
[[noreturn]] void interrupt_twice(std::chrono::milliseconds between) {
  const Interruptible interruptible;
  if (Interruptible::asked()) std::exit(1);
  std::raise(SIGINT);
  if (!Interruptible::asked()) std::exit(2);
  std::this_thread::sleep_for(between);
  std::raise(SIGINT);
  std::exit(0);
}

TEST(InterruptTest, TheFirstIsNoted) { EXPECT_EXIT(interrupt_twice({}), testing::ExitedWithCode(0), ""); }

TEST(InterruptTest, ALaterOneEndsTheProcess) {
  EXPECT_EXIT(interrupt_twice(std::chrono::milliseconds(600)), testing::KilledBySignal(SIGINT), "");
}

TEST(InterruptTest, OnlyWhileOneIsThere) {
  const auto interrupt_after = [] {
    { const Interruptible interruptible; }
    std::raise(SIGINT);
    std::exit(0);
  };
  EXPECT_EXIT(interrupt_after(), testing::KilledBySignal(SIGINT), "");
}

} // namespace
} // namespace moot
