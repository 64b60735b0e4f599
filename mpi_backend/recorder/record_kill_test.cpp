// kill -9 at any moment: the trace can be read to its end, and nothing but the last event is missing.
#include "mpi_backend/recorder/record_test.h"

#include <random>

namespace moot {
namespace {

class RecordKillTest : public RecordTest {
protected:
  // Four at a time, each killed so many ms after it has said that MPI is initialised.
  static constexpr int at_once = 4;
  void kill_after(const std::array<int, at_once>& delays) {
    std::filesystem::remove_all(folder());
    std::string script = "mkdir $TRACES\none() {\n"
                         "  $MOOT record -o $TRACES/$1 -- " +
                         program("endless") +
                         " >$TRACES/$1.out 2>$TRACES/$1.err & record=$!\n"
                         "  for i in $(seq 3000); do test -s $TRACES/$1.out && break; sleep 0.01; done\n"
                         "  sleep $2; kill -9 $(cat $TRACES/$1.out); wait $record\n  echo $? >$TRACES/$1.code\n}\n";
    for (int i = 0; i < at_once; ++i)
      script += fmt::format("one {} {:.3f} &\n", i, delays.at(static_cast<std::size_t>(i)) / 1000.0);
    run(script + "wait");
    for (int i = 0; i < at_once; ++i) is_whole(i, delays.at(static_cast<std::size_t>(i)));
  }

  void is_whole(int i, int delay) {
    const auto where = fmt::format("{}/{}", folder(), i);
    EXPECT_EQ(content(where + ".code"), "137\n") << content(where + ".err");
    const auto trace = read_trace_file(where + "/rank-0.moot"); // throws where it can't be read
    EXPECT_FALSE(trace.ending);
    ASSERT_GT(trace.events.size(), 6U);
    // Rounds, one after the other, without a gap: the attribute's value counts them.
    std::vector<std::string> texts;
    show(trace.events, [&](const std::string& line) { return texts.push_back(line), true; });
    ASSERT_GT(texts.size(), 3U);
    const auto round = [](int n) {
      const auto comm = "c" + std::to_string(n + 2);
      const auto arguments = fmt::format("keyval=v1, attribute_val={}, extra_state=0)", n);
      std::vector<std::string> all{fmt::format("MPI_Comm_set_attr(c1, v1, {})\n", n)};
      if (n > 0)
        all = {all[0].substr(0, all[0].size() - 1) + "\n",
               fmt::format("  delete_attr callback (handle=c1, keyval=v1, attribute_val={}, extra_state=0)\n", n - 1),
               "MPI_Comm_set_attr returns\n"};
      for (const auto& line :
           {std::string("MPI_Comm_dup(c1)\n"), "  copy_attr callback (handle=c1, " + arguments + "\n",
            fmt::format("    MPI_Comm_get_attr(c1, v1) -> {}\n", n), fmt::format("  copy_attr callback -> {}\n", n),
            "MPI_Comm_dup -> " + comm + "\n", "MPI_Comm_free(" + comm + ")\n",
            "  delete_attr callback (handle=" + comm + ", " + arguments + "\n", std::string("MPI_Comm_free returns\n")})
        all.push_back(line);
      return all;
    };
    std::size_t at = 3; // after MPI_Init, the keyval and the first dup
    for (int n = 0; at < texts.size(); ++n)
      for (const auto& line : round(n)) {
        if (at == texts.size()) break;
        // (The last may be open where it would be closed in its line.)
        const bool is_last = at + 1 == texts.size();
        const auto text = texts[at++];
        const auto expected = is_last ? line.substr(0, text.size() - 1) + "\n" : line;
        ASSERT_EQ(text, expected) << delay << " ms, line " << at;
      }
  }
};
MOOT_ON_EACH_LIBRARY(RecordKillTest);

TEST_P(RecordKillTest, AHundredTimes) {
  const auto seed = static_cast<unsigned>(testing::UnitTest::GetInstance()->random_seed());
  std::mt19937 random(seed == 0 ? std::random_device()() : seed);
  std::uniform_int_distribution<int> delay(1, 50);
  for (int killed = 0; killed < 100; killed += at_once) {
    kill_after({delay(random), delay(random), delay(random), delay(random)});
    if (HasFailure()) return;
  }
}

// One rank of several is killed, and mpiexec ends the others.
TEST_P(RecordKillTest, OneOfSeveralRanks) {
  const auto ran = run("$MOOT record -o $TRACES -- " + mpiexec(4) + program("endless") +
                       " >$TRACES.out 2>$TRACES.err & record=$!\n"
                       "for i in $(seq 3000); do test $(wc -l <$TRACES.out) = 4 && break; sleep 0.01; done\n"
                       "kill -9 $(head -n 1 $TRACES.out); wait $record");
  EXPECT_NE(ran.code, 0);
  ASSERT_EQ(traces().size(), 4U) << content(folder() + ".err");
  for (const auto* name : {"rank-0", "rank-1", "rank-2", "rank-3"}) EXPECT_GT(read(name).events.size(), 6U) << name;
  EXPECT_EQ(alarms(), "");
}

} // namespace
} // namespace moot
