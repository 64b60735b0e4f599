// Tests on an MPI library, "openmpi" or "mpich", through one of its executors in MOOT_EXECUTORS. Where it is not installed they
// are skipped, but fail in CI.
#pragma once

#include "mpi_backend/runner.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <string_view>

namespace moot {

// What an executor says where Open MPI 4.1, an MPI-3.1, lacks what a case of Ticket 304 calls.
inline constexpr const char* lacks_mpi_4 = "the library has no MPI_(Session|Psend|Precv)_init";

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

} // namespace moot
