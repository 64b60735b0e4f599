// Threads on each MPI library: the scheduler shows what can go wrong, and not only that nothing forbidden does.
#include "mpi_backend/library_test.h"
#include "spec/language/law/reading_file.h"
#include "workbench/settle/trials.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

// Of two threads' callbacks that count, each of which reads and then writes, some run loses an update: `all` is what is counted if none does.
class ThreadsOnLibrary : public LibraryTest {
protected:
  ThreadsOnLibrary(std::string through, const std::string& reading)
      : LibraryTest(1000, std::move(through)), reading_({read_reading(reading, "spec/readings")}) {}

  // The first of so many runs in which one is lost; none of them: 0. `answers`: pinned.
  std::uint64_t loses_one(const std::string& file, std::uint64_t runs, const std::string& answers = "") {
    constexpr std::int64_t all = 3;
    const auto program = parse_case_file("spec/litmus/" + file + ".litmus");
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
      const auto trials = try_once(runner(), program, file, seed, answers, reading_);
      for (const Shown& shown : trials.shown) {
        EXPECT_EQ(shown.ending, TraceEnding::Type::finished) << shown.detail;
        EXPECT_EQ(shown.verdicts[0], Verdict::allowed) << show(shown.example);
        if (shown.observed.empty() || !shown.observed[0] || shown.observed[0]->number != all) return seed;
      }
    }
    return 0;
  }

  Reading& reading() { return reading_.front(); }

private:
  std::vector<Reading> reading_;
};

// (One in four to eight runs loses one: a thousand in a row that do not are a scheduler that does nothing.)
constexpr std::uint64_t until_lost = 1000;
constexpr std::uint64_t runs_with_a_lock = 60; // or where one waits for the other

class ThreadsThroughTheLayer : public ThreadsOnLibrary {
protected:
  ThreadsThroughTheLayer() : ThreadsOnLibrary("layer", "ticket304-strict") {}
};
INSTANTIATE_TEST_SUITE_P(Libraries, ThreadsThroughTheLayer, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

TEST_P(ThreadsThroughTheLayer, LoseAnUpdateWithoutALock) {
  EXPECT_GT(loses_one("ticket304/threads-count-without-a-lock", until_lost), 0);
}
TEST_P(ThreadsThroughTheLayer, LoseNoneUnderALock) {
  EXPECT_EQ(loses_one("ticket304/threads-count-with-a-lock", runs_with_a_lock), 0);
}
TEST_P(ThreadsThroughTheLayer, LoseNoneWhereCallbacksWaitForEachOther) {
  reading()[Question::callback_threads] = static_cast<std::uint8_t>(CallbackThreads::serialised);
  EXPECT_EQ(loses_one("ticket304/threads-count-without-a-lock", runs_with_a_lock, "callback-threads=serialised"), 0);
}

class ThreadsNatively : public ThreadsOnLibrary {
protected:
  ThreadsNatively() : ThreadsOnLibrary("native", "attribute-interop") {}
};
INSTANTIATE_TEST_SUITE_P(Libraries, ThreadsNatively, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

TEST_P(ThreadsNatively, LoseAnUpdateWithoutALock) {
  EXPECT_GT(loses_one("attributes/threads/reference-count-without-a-lock", until_lost), 0);
}
TEST_P(ThreadsNatively, LoseNoneUnderALock) {
  EXPECT_EQ(loses_one("attributes/threads/reference-count-with-a-lock", runs_with_a_lock), 0);
}

} // namespace
} // namespace moot
