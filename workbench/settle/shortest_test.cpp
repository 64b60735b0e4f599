// The shortest program, on fake libraries: most look at no program, and do what the name of the job says.
#include "mpi_backend/script_test.h"
#include "mpi_backend/temporary_folder.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "workbench/settle/outcomes.h"
#include "workbench/settle/shortest.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

class ShortestTest : public testing::Test {
protected:
  // What an executor shows, in trouble of this name.
  static Sought sought(const std::string& trouble, const std::string& calls = "MPI_Info_create() -> i",
                       const std::string& executor = MOOT_FAKE_EXECUTOR) {
    Sought sought;
    sought.program = parse_case("litmus \"A title\" source ticket304 line 1\n" + calls, "test");
    sought.name = trouble;
    sought.library = {"fake", "Fake", "1", "layer", executor, {}};
    sought.readings = {read_reading("ticket304", "spec/readings")};
    sought.patience = std::chrono::milliseconds(100);
    Settled settled;
    settled.readings_from = ReadingsFrom::user;
    settled.program = sought.program;
    settled.readings = sought.readings;
    Runner runner(sought.library, {.job = sought.patience});
    settled.trials = {try_once(runner, sought.program, trouble, 1, "", sought.readings)};
    settled.explorations = {explore(Machine(settled.program, sought.readings[0]))};
    judge_outcomes(settled);
    sought.found = disagreements(settled).at(0);
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

// A library that hangs as long as a1 to a4 are there. Without b1 to b9, one after the other, it hangs still.
TEST_F(ShortestTest, WaitsForSomeHangsOnly) {
  const TemporaryFolder folder;
  const auto executor = write_script(folder.path() + "/executor", R"(echo '{"library":"Fake","version":"1"}' >&3
echo >&3
while read -r job; do
  echo '{"moot_trace":1,"library":"Fake","version":"1","through":"layer","program":"","seed":0,"rank":0,"size":1,"filtered":[]}' >&3
  case $job in *a1*a2*a3*a4*) kill -STOP $$ ;; esac
  echo '{"end":"finished"}' >&3
  echo >&3
done
)");
  std::string calls;
  for (const auto* name : {"b1", "a1", "b2", "b3", "a2", "b4", "b5", "a3", "b6", "b7", "a4", "b8", "b9"})
    calls += std::string("MPIX_Key_create() -> ") + name + "\n";
  const auto found = shortest(sought("hangs", calls, executor), stop_);
  EXPECT_EQ(found.shows.trace->ending->type, TraceEnding::Type::hung);
  EXPECT_LT(found.program.main.size(), 13);
  EXPECT_GT(found.program.main.size(), 4);
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
