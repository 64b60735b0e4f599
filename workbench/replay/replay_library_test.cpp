// Recorded traces again on the libraries of this build.
#include "programs/shrink/edit.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "workbench/replay/replay.h"
#include "workbench/shared/usage_error.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

const std::string folder = "traces/recorded/";
const std::atomic<bool> goes_on{false};

std::optional<LibraryInfo> library(const std::string& id) {
  for (auto& it : installed_libraries(MOOT_EXECUTORS))
    if (it.id == id && it.through == "native") return it;
  return std::nullopt;
}

Reading law() { return read_reading("mpi-3.1", "spec/readings"); }

class ReplayOn : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override {
    library_ = library(GetParam());
    if (!library_) GTEST_SKIP() << GetParam() << " was not built with Fortran";
  }
  std::optional<LibraryInfo> library_;
};

// A trace of each library, on each library: HDF5's own calls, and ROMIO's program with its copy and delete functions.
TEST_P(ReplayOn, IsAllowed) {
  const auto own = read_reading(GetParam() == std::string("mpich") ? "mpich-4.0.2" : "openmpi-4.1.4", "spec/readings");
  for (const auto* file : {"hdf5-openmpi", "hdf5-mpich", "romio-openmpi", "romio-mpich"}) {
    const auto replayed = replay(recorded_case(folder + file + ".moot.zst"), library_, own, goes_on);
    ASSERT_TRUE(replayed.ending) << file;
    EXPECT_EQ(replayed.ending->type, TraceEnding::Type::finished) << file;
    EXPECT_EQ(check(replayed, own).verdict, Verdict::allowed) << file;
  }
}

INSTANTIATE_TEST_SUITE_P(Libraries, ReplayOn, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return std::string(test.param); });

// Open MPI gives a delete function in Fortran a wrong handle. It takes a keyval, its attribute on something, and what calls the function:
// at least three calls.
TEST(ReduceTest, LeavesWhatShowsIt) {
  const auto openmpi = library("openmpi");
  if (!openmpi) GTEST_SKIP() << "Open MPI was not built with Fortran";
  const auto reading = law();
  const auto reduced = reduce(recorded_case(folder + "fortran-old-openmpi.moot.zst"), *openmpi, reading, goes_on);
  EXPECT_EQ(id(reduced.clause), "mpi.attr.delete.arguments");
  EXPECT_EQ(reduced.of,
            12U); // as the program has them, without MPI_Init; its receive and its send are told as a message to itself
  EXPECT_GE(reduced.calls, 3U);
  EXPECT_LE(reduced.calls, 4U);
  EXPECT_EQ(calls(parse_case(reduced.text, "reduced")), reduced.calls);
}

TEST(ReduceTest, WhatIsAllowedIsNotReduced) {
  const auto mpich = library("mpich");
  if (!mpich) GTEST_SKIP() << "MPICH was not built with Fortran";
  const auto reading = law();
  EXPECT_THROW(reduce(recorded_case(folder + "hdf5-mpich.moot.zst"), *mpich, reading, goes_on), UsageError);
}

} // namespace
} // namespace moot
