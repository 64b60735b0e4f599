// Where a trace finds no room: a line says so, and the program goes on to its own end.
#include "mpi_backend/recorder/record_test.h"

namespace moot {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class RecordRoomTest : public RecordTest {
protected:
  // A program that would fill some 8 MB, and that ends with 9.
  std::string long_program() const { return program("endless") + " 20000 9"; }

  static std::size_t count(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
  }
  // It goes on to its end; one line says what is missing, and the trace is whole up to there.
  void stops(const Ran& ran, const std::string& why, std::size_t events) {
    EXPECT_EQ(ran.code, 9) << ran.err;
    EXPECT_THAT(ran.err, ContainsRegex("moot record: rank 0: [^\n]*rank-0[.0-9]*.moot: " + why + "[^\n]*goes on"));
    EXPECT_EQ(count(ran.err, "moot record: rank"), 1U) << ran.err;
    if (events == 0) return;
    const auto trace = read();
    EXPECT_GT(trace.events.size(), events);
    EXPECT_FALSE(trace.ending);
    EXPECT_EQ(alarms(), "");
  }
};
MOOT_ON_EACH_LIBRARY(RecordRoomTest);

TEST_P(RecordRoomTest, ALimit) {
  stops(record(long_program(), "--limit 4MB"), "it has as many bytes as it may have", 1'000);
  EXPECT_LE(std::filesystem::file_size(trace_of()), 4U << 20);
}

// Less than a trace takes to begin.
TEST_P(RecordRoomTest, ALimitThatIsTooSmallForAnything) {
  for (const auto* limit : {"0", "1", "5KB", "3000KB"}) {
    const auto ran = record(long_program(), std::string("--limit ") + limit);
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err, "moot: --limit: a trace takes 3072 KB at least\n");
    EXPECT_EQ(ran.out, ""); // nothing has run
  }
  stops(record(long_program(), "--limit 3MB"), "it has as many bytes", 100);
  // A recorder that is told so goes on without a trace.
  std::filesystem::create_directories(path("of"));
  for (const auto* limit : {"0", "1", "5000", "100000"})
    stops(run("LD_PRELOAD=$RECORDER MOOT_RECORD_FOLDER=" + path("of") + " MOOT_RECORD_BYTES=" + limit + " " +
              long_program()),
          "it may not have as many bytes as it takes to begin", 0);
}

// As under `ulimit -f`: the signal that comes of it by default would end the program.
TEST_P(RecordRoomTest, AFileSizeLimitOfTheProcess) {
  // (Of 8 MB: the libraries' own files need that.)
  const auto limited = "sh -c 'ulimit -f 16384; exec " + long_program() + "'";
  ASSERT_EQ(run(limited).code, 9);
  stops(record(limited, "--library " + backend()), "it has as many bytes as it may have", 1'000);
}

// A disk of so many bytes, which nobody else sees.
TEST_P(RecordRoomTest, AFullDisk) {
  for (const auto* bytes : {"4M", "100k", "4k"}) {
    std::filesystem::create_directories(folder());
    const auto ran =
        run("unshare -m $(test $(id -u) = 0 || echo -r) sh -c 'mount -t tmpfs -o size=" + std::string(bytes) +
            " none $TRACES || exit 99; $MOOT record -o $TRACES/of -- " + long_program() +
            "; code=$?; for each in $TRACES/of/*.moot; do test -e $each && $MOOT show $each | tail -n 1; "
            "done; exit $code'");
    if (ran.code == 99 || ran.err.find("unshare") != std::string::npos)
      GTEST_SKIP() << "a small disk can't be had here: " << ran.err;
    if (ran.code == 2) continue; // there is not even room for the folder
    stops(ran, "No space left on device", 0);
    EXPECT_THAT(ran.err,
                testing::EndsWith(std::string(bytes) != "4M" ? "moot: nothing was recorded\n" : "judges them\n"));
    if (std::string(bytes) == "4M") {
      EXPECT_THAT(ran.out, HasSubstr(no_end));
    }
  }
}

// The recorder finds a folder that is not there, or is none.
TEST_P(RecordRoomTest, AFolderThatCanNotBeWritten) {
  add("file", "");
  for (const auto& bad : {path("missing"), path("file"), std::string("/proc")}) {
    const auto ran = run("LD_PRELOAD=$RECORDER MOOT_RECORD_FOLDER=" + bad + " " + long_program());
    EXPECT_EQ(ran.code, 9) << bad;
    EXPECT_THAT(ran.err, ContainsRegex("^moot record: rank 0: " + bad + "/rank-0.moot: [^\n]*goes on\n$"));
  }
  // The command says so, and runs the program all the same.
  for (const auto& bad : {path("file"), std::string("/proc/none")}) {
    const auto ran = run("$MOOT record -o " + bad + " --library " + backend() + " -- " + long_program());
    EXPECT_EQ(ran.code, 9);
    EXPECT_EQ(ran.err, "moot: " + bad + ": traces can't be written there: nothing was recorded\n");
  }
}

// Less memory than would hold the largest trace: the addresses of that are not to be had.
TEST_P(RecordRoomTest, LittleMemory) {
  const auto ran = record("sh -c 'ulimit -v 3000000; exec " + long_program() + "'", "--library " + backend());
  EXPECT_EQ(ran.code, 9) << ran.err;
  if (!traces().empty()) {
    EXPECT_EQ(run("$MOOT show " + trace_of() + " >/dev/null").code, 0);
  }
}

} // namespace
} // namespace moot
