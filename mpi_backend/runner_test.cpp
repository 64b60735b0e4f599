// What becomes of executors that misbehave. Real ones: executor/executor_test.cpp.
#include "mpi_backend/ranks.h"
#include "mpi_backend/runner.h"
#include "mpi_backend/script_test.h"
#include "mpi_backend/temporary_folder.h"

#include <atomic>
#include <filesystem>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace moot {
namespace {

using Type = TraceEnding::Type;
using testing::HasSubstr;
using testing::StartsWith;

LibraryInfo fake(std::vector<std::string> environment = {}) {
  return {"fake", "Fake", "1", "layer", MOOT_FAKE_EXECUTOR, std::move(environment)};
}

RunnerLimits short_limits() {
  RunnerLimits limits;
  limits.job = std::chrono::milliseconds(500);
  limits.start = std::chrono::milliseconds(5000);
  limits.events = 1000;
  return limits;
}

struct Trouble {
  const char* job;
  Type type;
  const char* detail;
  std::size_t events;
};

class RunnerTest : public testing::TestWithParam<Trouble> {};

// The ending says what happened, the trace goes up to there, and the next job works.
TEST_P(RunnerTest, EndsAsTheExecutorDid) {
  Runner runner(fake(), short_limits());
  const Trace trace = runner.run({"", GetParam().job, 1, ""});
  ASSERT_TRUE(trace.ending);
  EXPECT_EQ(trace.ending->type, GetParam().type);
  EXPECT_THAT(trace.ending->detail, StartsWith(GetParam().detail));
  EXPECT_EQ(trace.events.size(), GetParam().events);
  EXPECT_EQ(trace.header.library, "Fake");
  EXPECT_EQ(runner.run({"", "fine", 1, ""}).ending->type, Type::finished);
}

INSTANTIATE_TEST_SUITE_P(
    Troubles, RunnerTest,
    testing::Values(Trouble{"fine", Type::finished, "", 2}, Trouble{"crash", Type::crashed, "signal 11 (SIGSEGV)", 1},
                    Trouble{"crash-in-line", Type::crashed, "signal 7 (SIGBUS)", 1},
                    Trouble{"abort", Type::aborted, "signal 6 (SIGABRT): why it aborts", 1},
                    Trouble{"reported-abort", Type::aborted, "signal 6 (SIGABRT): free(): invalid pointer", 1},
                    Trouble{"exit", Type::aborted, "exit code 7: why it exits", 1},
                    Trouble{"leave", Type::aborted, "exit code 0", 1},
                    Trouble{"hang", Type::hung, "no end after 0.5 s", 1},
                    Trouble{"close", Type::crashed, "signal 9 (SIGKILL)", 1},
                    Trouble{"endless", Type::crashed, "wrote garbage: ", 0},
                    Trouble{"long-line", Type::endless, "no end after 1000 events", 1},
                    Trouble{"garbage", Type::crashed, "wrote garbage: ", 0},
                    Trouble{"nothing", Type::crashed, "wrote garbage: a trace without an ending", 0},
                    Trouble{"no-ending", Type::crashed, "wrote garbage: a trace without an ending", 0},
                    Trouble{"too-much", Type::crashed, "wrote garbage: ", 0},
                    Trouble{"crash-after", Type::finished, "", 2}, Trouble{"die-idle", Type::finished, "", 2},
                    Trouble{"noisy", Type::finished, "", 2}),
    [](const auto& test) {
      std::string name = test.param.job;
      std::erase(name, '-');
      return name;
    });

TEST(Runner, SaysWhatKeepsTheExecutorFromStarting) {
  const auto ending = [](const LibraryInfo& library) {
    auto limits = short_limits();
    limits.start = std::chrono::milliseconds(500);
    Runner runner(library, limits);
    return *runner.run({"", "fine", 1, ""}).ending;
  };
  LibraryInfo missing = fake();
  missing.executor = "/nowhere/executor";
  EXPECT_EQ(ending(missing).type, Type::aborted);
  EXPECT_EQ(ending(missing).detail, "did not start: /nowhere/executor: No such file or directory");
  EXPECT_EQ(ending(fake({"FAKE_TROUBLE=start-crash"})).type, Type::crashed);
  EXPECT_EQ(ending(fake({"FAKE_TROUBLE=start-crash"})).detail, "did not start: signal 11 (SIGSEGV)");
  EXPECT_EQ(ending(fake({"FAKE_TROUBLE=start-exit"})).detail, "did not start: exit code 1: MPI_Init failed");
  EXPECT_EQ(ending(fake({"FAKE_TROUBLE=start-hang"})).type, Type::hung);
  EXPECT_EQ(ending(fake({"FAKE_TROUBLE=start-hang"})).detail, "did not start: no end after 0.5 s");
}

TEST(Runner, ThrowsThatAJobIsWrong) {
  Runner runner(fake());
  EXPECT_THAT(
      [&] {
        runner.run({"", "wrong-job", 1, ""});
      },
      testing::ThrowsMessage<RunError>("Fake: the job is wrong: 1:1: why"));
}

// A library may damage its process, where then a job that is all right can't be read.
TEST(Runner, AsksAFreshProcessWhetherAJobIsWrong) {
  Runner runner(fake());
  for (const char* job : {"fine", "wrong-in-a-used-process", "wrong-in-a-used-process"})
    EXPECT_EQ(runner.run({"", job, 1, ""}).ending->type, Type::finished) << job;
}

// What the executor refuses says nothing about the library.
TEST(Runner, ThrowsWhatTheExecutorRefuses) {
  Runner runner(fake());
  EXPECT_THAT(
      [&] {
        runner.run({"", "refused", 1, ""});
      },
      testing::ThrowsMessage<CannotRun>("Fake: the executor cannot run it: more than 64 callbacks"));
  EXPECT_EQ(runner.run({"", "fine", 1, ""}).ending->type, Type::finished);
}

TEST(Runner, TakesLongPrograms) {
  Runner runner(fake());
  EXPECT_EQ(runner.run({std::string(10'000'000, 'x'), "fine", 1, ""}).ending->type, Type::finished);
}

TEST(Runner, LeavesNoProcessBehind) {
  for (const char* job : {"fine", "crash", "hang", "die-idle"}) Runner(fake(), short_limits()).run({"", job, 1, ""});
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Runner, KeepsTheFilesOfItsProcessesInAFolderOfItsOwn) {
  namespace fs = std::filesystem;
  std::string folder;
  {
    Runner runner(fake(), short_limits());
    const std::string said = "exit code 7: ";
    const auto detail = runner.run({"", "litter", 1, ""}).ending->detail;
    ASSERT_THAT(detail, StartsWith(said));
    folder = detail.substr(said.size());
    EXPECT_NE(fs::path(folder), fs::temp_directory_path());
    EXPECT_TRUE(fs::is_directory(folder));
    EXPECT_EQ(runner.run({"", "litter", 2, ""}).ending->detail, detail); // also after a crash
    Runner other(fake(), short_limits());
    EXPECT_NE(other.run({"", "litter", 1, ""}).ending->detail, detail);
  }
  EXPECT_FALSE(fs::exists(folder));
}

TEST(Runner, TellsThatAnMpiexecHangs) {
  const TemporaryFolder folder;
  write_script(folder.path() + "/mpiexec", "exec sleep 60\n");
  auto library = fake();
  library.own = folder.path() + "/mpicc";
  const RunnerLimits limits{.job = std::chrono::milliseconds(200), .start = std::chrono::milliseconds(300)};
  for (const auto& trace : run_on_ranks(library, {"", "hang", 1, ""}, 2, limits)) {
    EXPECT_EQ(trace.ending->type, Type::hung);
    EXPECT_EQ(trace.ending->detail, "no end after 0.3 s");
  }
}

TEST(InstalledLibraries, NoneInAnEmptyDirectory) { EXPECT_TRUE(installed_libraries("/nowhere").empty()); }

// ---- stopped from outside

TEST(RunnerStop, SoonEndsARunThatHangs) {
  std::atomic<bool> stop{false};
  RunnerLimits limits{.job = std::chrono::minutes(5), .stop = &stop};
  Runner runner(fake(), limits);
  EXPECT_EQ(runner.run({"", "fine", 1, ""}).ending->type, Type::finished);
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  try {
    runner.run({"", "hang", 1, ""});
    ADD_FAILURE() << "not stopped";
  } catch (const Stopped& stopped) {
    EXPECT_EQ(stopped.so_far().events.size(), 1); // the call in which it hangs
    EXPECT_FALSE(stopped.so_far().ending);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  stopper.join();
}

} // namespace
} // namespace moot
