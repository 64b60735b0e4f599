// What can't be recorded is refused in one line; and what a recorded program sees of it: nothing.
#include "mpi_backend/recorder/record_test.h"

namespace moot {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

class RecordSurroundingsTest : public RecordTest {
protected:
  // With one line and 2; the program, which would leave the file, has not run. Nothing is left.
  void refuses(const std::string& command, const std::string& why, const std::string& options = "") {
    const auto ran =
        run("export LEAVES=" + path("has-run") + "; $MOOT record -o $TRACES " + options + " -- " + command);
    EXPECT_EQ(ran.code, 2) << command;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_THAT(ran.err, ContainsRegex(why)) << command;
    EXPECT_EQ(ran.out, "");
    EXPECT_FALSE(std::filesystem::exists(path("has-run"))) << command;
    EXPECT_TRUE(traces().empty());
  }
};
MOOT_ON_EACH_LIBRARY(RecordSurroundingsTest);

// ---- refused

TEST_P(RecordSurroundingsTest, AStaticProgramIsRefused) {
  const auto command = program("static");
  refuses(command, "static");
  refuses(command, "static", "--library " + backend());
  refuses(mpiexec(2) + command, "static");
  refuses(mpiexec(1) + program("surroundings") + " : -n 1 " + command, "static");
  refuses(program("static_pie"), "static");
}

TEST_P(RecordSurroundingsTest, AnArgumentMayBeAStaticProgram) {
  EXPECT_EQ(record(program("surroundings") + " " + program("static")).code, 0);
  EXPECT_EQ(traces(), std::vector<std::string>{"rank-0.moot"});
}

TEST_P(RecordSurroundingsTest, AProgramThatIsNotThereIsRefused) {
  refuses(path("missing"), "missing: there is no such program");
  refuses("moot-has-no-such-program", "moot-has-no-such-program: there is no such program");
  refuses(folder(), "there is no such program");
}

TEST_P(RecordSurroundingsTest, AProgramOfTheOtherLibraryIsRefused) {
  const std::string other = is_openmpi() ? "mpich" : "openmpi";
  const auto its = MOOT_RECORD_PROGRAMS "/" + other + "/surroundings";
  if (!std::filesystem::exists(its)) GTEST_SKIP() << other << " is not installed: there is no program of it";
  refuses(mpiexec(1) + its, is_openmpi() ? "MPICH.*Open MPI" : "Open MPI.*MPICH");
  refuses(its, "is linked with", "--library " + backend());
}

TEST_P(RecordSurroundingsTest, WhatIsNoMpiProgramIsRefused) {
  refuses(program("no_mpi"), "can't be told");
  // Of others it is known when they have ended.
  const auto nothing = [&](const std::string& command, const std::string& options) {
    const auto ran = record(command, options);
    EXPECT_EQ(ran.code, 2) << command;
    EXPECT_THAT(ran.err, ContainsRegex("nothing was recorded: no process of [^\n]* has called [^\n]*MPI[^\n]*\n$"));
    EXPECT_TRUE(traces().empty());
  };
  nothing(program("no_mpi"), "--library " + backend());
  nothing(mpiexec(2) + program("no_mpi"), "");
  nothing(program("surroundings") + " never", "");
}

TEST_P(RecordSurroundingsTest, AFolderWithTracesIsRefused) {
  ASSERT_EQ(record(program("surroundings")).code, 0);
  const auto first = content(trace_of());
  const auto again = run("$MOOT record -o $TRACES -- " + program("surroundings"));
  EXPECT_EQ(again.code, 2);
  EXPECT_EQ(std::ranges::count(again.err, '\n'), 1) << again.err;
  EXPECT_EQ(content(trace_of()), first);
}

// It asks MPI what it may ask before MPI_Init, and never calls it.
TEST_P(RecordSurroundingsTest, AProgramThatOnlyAsks) {
  const auto ran = record(program("surroundings") + " before");
  if (traces().empty()) {
    EXPECT_EQ(ran.code, 2);
    return;
  }
  EXPECT_EQ(ran.code, 6) << ran.err;
  EXPECT_EQ(run("$MOOT show " + trace_of()).code, 0);
}

// ---- what the program sees

TEST_P(RecordSurroundingsTest, InputAndOutputAreTheProgramsOwn) {
  const auto piped = " 'two words' \"\" 2>$TRACES.err | cat";
  std::filesystem::remove_all(folder());
  const auto ran = run("echo some input | $MOOT record -o $TRACES -- " + program("surroundings") + piped);
  EXPECT_THAT(ran.out, testing::StartsWith("arguments 3, descriptors 1\nread some input\nLD_PRELOAD "));
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 3) << ran.out;
  EXPECT_THAT(content(folder() + ".err"), testing::MatchesRegex("to standard error\nmoot: 1 trace in [^\n]*\n"));
}

TEST_P(RecordSurroundingsTest, WhatWasLoadedBeforeStaysLoaded) {
  const auto ran = run("LD_PRELOAD=libdl.so.2 $MOOT record -o $TRACES -- " + program("surroundings"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("LD_PRELOAD " + recorder() + ":libdl.so.2\n"));
  EXPECT_EQ(traces().size(), 1U);
}

// The numbers of its files are what they are without, and its own file is not written to or cut when it closes more than its own.
TEST_P(RecordSurroundingsTest, FilesAreTheProgramsOwn) {
  const auto without = run(program("surroundings"));
  const auto ran = record(program("surroundings"));
  EXPECT_EQ(ran.out.substr(0, ran.out.find('\n')), without.out.substr(0, without.out.find('\n')));
  const auto closing = record(program("surroundings") + " closes " + path("own"));
  EXPECT_EQ(closing.code, 0) << closing.err;
  EXPECT_EQ(content(path("own")), "mine\n");
  EXPECT_THAT(shown(), testing::EndsWith("MPI_Finalize()\nfinished\n"));
}

} // namespace
} // namespace moot
