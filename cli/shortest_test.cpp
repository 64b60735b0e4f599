// The shortest program, on a fake library that looks at no program: it does what the name of the job says.
#include "cli/outcomes.h"
#include "cli/shortest.h"
#include "spec/case_parser.h"
#include "spec/reading_file.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

class ShortestTest : public testing::Test {
protected:
  // What the fake shows, in trouble of this name.
  Sought sought(const std::string& trouble) const {
    Sought sought;
    sought.program = parse_case("litmus \"A title\" source ticket304 line 1\n"
                                "MPIX_Key_create() -> k MPI_Info_create() -> i MPIX_Key_free(k) observe k\n",
                                "test");
    sought.name = trouble;
    sought.library = {"fake", "Fake", "1", "layer", MOOT_FAKE_EXECUTOR, {}};
    sought.readings = {read_reading("ticket304", "spec/readings")};
    sought.patience = std::chrono::milliseconds(100);
    Settled settled;
    settled.program = sought.program;
    settled.readings = sought.readings;
    Runner runner(sought.library, {.job = sought.patience});
    settled.trials = {try_once(runner, sought.program, trouble, 1, "", sought.readings)};
    settled.explorations = {explore(Machine(settled.program, sought.readings[0]))};
    judge_outcomes(settled);
    sought.found = disagreements(settled, true).at(0);
    return sought;
  }

  std::atomic<bool> stop_{false};
};

TEST_F(ShortestTest, OutlivesCrashes) {
  const auto found = shortest(sought("crash"), stop_);
  EXPECT_EQ(found.program.main.size(), 0);
  EXPECT_EQ(found.program.title, "A title");
  EXPECT_EQ(found.shows.trace->ending->type, TraceEnding::Type::crashed);
}

TEST_F(ShortestTest, WaitsForSomeHangsOnly) {
  auto slow = sought("hang");
  for (int i = 0; i < 40; ++i) slow.program.main.push_back(slow.program.main[1]); // more than there are hangs
  const auto begin = std::chrono::steady_clock::now();
  const auto found = shortest(slow, stop_);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20 * slow.patience);
  EXPECT_LT(found.program.main.size(), slow.program.main.size());
  EXPECT_EQ(found.shows.trace->ending->type, TraceEnding::Type::hung);
}

TEST_F(ShortestTest, IsTheCaseIfThatDoesNotShowItAgain) {
  auto other = sought("crash");
  other.name = "hang";
  EXPECT_EQ(shortest(other, stop_).program, other.program);
}

TEST_F(ShortestTest, IsTheCaseIfStoppedBefore) {
  const auto one = sought("crash");
  stop_ = true;
  EXPECT_EQ(shortest(one, stop_).program, one.program);
}

} // namespace
} // namespace moot
