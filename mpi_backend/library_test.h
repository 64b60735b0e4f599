// Tests on an MPI library, "openmpi" or "mpich", through one of its executors in MOOT_EXECUTORS. Where it is not installed they
// are skipped, but fail in CI.
#pragma once

#include "mpi_backend/runner.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <string_view>

namespace moot {

// What an executor says where Open MPI 4.1, an MPI-3.1, lacks what a case of Ticket 304 calls.
inline constexpr const char* lacks_mpi_4 =
    "the library has no MPI_(Session_init|Psend_init|Precv_init|Comm_create_from_group)";

class LibraryTest : public testing::TestWithParam<const char*> {
protected:
  // `events`: at most in a run, of a program that goes on and on.
  explicit LibraryTest(std::size_t events, std::string through = "layer") : through_(std::move(through)) {
    limits_.events = events;
  }

  void SetUp() override {
    for (const auto& library : installed_libraries(MOOT_EXECUTORS))
      if (library.id == GetParam() && library.through == through_) runner_ = std::make_unique<Runner>(library, limits_);
    if (runner_) return;
    const char* ci = std::getenv("CI");
    if (ci != nullptr && std::string_view(ci) == "true") FAIL() << GetParam() << " is not installed";
    GTEST_SKIP() << GetParam() << " is not installed: nothing ran on it";
  }

  Runner& runner() { return *runner_; }

private:
  std::string through_;
  RunnerLimits limits_;
  std::unique_ptr<Runner> runner_;
};

// Of short programs, which are given without a head.
class ProgramTest : public LibraryTest {
protected:
  explicit ProgramTest(const std::string& through) : LibraryTest(200, through) {}

  Trace run(const std::string& program) {
    return runner().run({"litmus \"t\" source mpi line 1\n" + program, "test", 1, ""});
  }
  // "x = 5, y = null"
  std::string outcome(const std::string& program) {
    const auto trace = run(program);
    if (trace.ending->type != TraceEnding::Type::finished) return trace.ending->detail;
    std::string text;
    for (const auto& [variable, seen] : trace.ending->observed)
      text += (text.empty() ? "" : ", ") + variable + " = " + (seen ? to_text(*seen) : "absent");
    return text;
  }
  // It has this outcome, time and again, in one process.
  void expect_to_leave_the_process(const std::string& program, const std::string& expected) {
    EXPECT_EQ(outcome(program), expected);
    const auto process = children();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(outcome(program), expected);
    EXPECT_NE(process, "");
    EXPECT_EQ(children(), process);
  }

  // The processes that this thread has started, and that live.
  static std::string children() {
    std::ifstream file("/proc/thread-self/children");
    std::string numbers;
    std::getline(file, numbers);
    return numbers;
  }
};

} // namespace moot
