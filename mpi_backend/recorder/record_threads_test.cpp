// Threads that record at the same time, and processes that fork.
#include "mpi_backend/recorder/record_test.h"

#include <map>

namespace moot {
namespace {

using testing::HasSubstr;

class RecordThreadsTest : public RecordTest {};
MOOT_ON_EACH_LIBRARY(RecordThreadsTest);

// What a round of programs/threads.c is.
std::vector<std::string> round(bool copies) {
  if (!copies) return {"MPI_Comm_dup", "MPI_Comm_dup", "MPI_Comm_free", "MPI_Comm_free"};
  return {"MPI_Comm_dup", "copy_attr callback", "MPI_Comm_get_attr",    "MPI_Comm_get_attr",    "copy_attr callback",
          "MPI_Comm_dup", "MPI_Comm_free",      "delete_attr callback", "delete_attr callback", "MPI_Comm_free"};
}

TEST_P(RecordThreadsTest, EachThreadsCallsAreWholeAndInOrder) {
  constexpr int threads = 4, rounds = 500;
  const auto ran = record(program("threads"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  if (ran.out == "no threads\n") GTEST_SKIP() << backend() << " has no MPI_THREAD_MULTIPLE here";
  std::vector<std::string> expected{"MPI_Comm_create_keyval", "MPI_Comm_create_keyval", "MPI_Comm_set_attr",
                                    "MPI_Comm_set_attr"};
  for (int i = 0; i < rounds; ++i)
    for (const auto& each : round(true)) expected.push_back(each);
  for (const auto* each : {"MPI_Comm_delete_attr", "delete_attr callback", "delete_attr callback",
                           "MPI_Comm_delete_attr", "MPI_Comm_free_keyval", "MPI_Comm_free_keyval"})
    expected.emplace_back(each);
  std::map<std::uint32_t, std::vector<std::string>> of_thread;
  std::map<std::uint32_t, std::size_t> depth;
  const auto trace = read();
  for (const auto& event : trace.events) {
    of_thread[event.thread].push_back(what_of(event));
    const bool begins = is_beginning(event);
    if (!begins) --depth[event.thread];
    EXPECT_EQ(event.depth, depth[event.thread]);
    if (begins) ++depth[event.thread];
    EXPECT_EQ(event.error, ErrorClass::success);
  }
  ASSERT_EQ(of_thread.size(), threads + 1U);
  for (std::uint32_t i = 1; i <= threads; ++i) EXPECT_EQ(of_thread[i], expected) << i;
  EXPECT_EQ(of_thread[0].size(), 2U * (1 + threads + threads + 1));
  ASSERT_TRUE(trace.ending);
  EXPECT_EQ(trace.ending->type, TraceEnding::Type::finished);
}

// ---- fork

// The children's calls, and the result of the callback in which one of them went on, are in no file.
TEST_P(RecordThreadsTest, AChildDoesNotWriteIntoItsParentsTrace) {
  const auto ran = record(program("forks"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(traces(), std::vector<std::string>{"rank-0.moot"});
  EXPECT_EQ(
      shown(),
      lines({"MPI_Init()", "MPI_Comm_dup(MPI_COMM_SELF) -> c1",
             "MPI_Comm_create_keyval(copy: function1, delete: MPI_COMM_NULL_DELETE_FN, extra_state: 0) -> v1",
             "MPI_Comm_set_attr(c1, v1, 6)", "MPI_Comm_dup(c1)",
             "  copy_attr callback (handle=c1, keyval=v1, attribute_val=6, extra_state=0)",
             "    MPI_Comm_get_attr(c1, v1) -> 6", "  copy_attr callback -> 6", "MPI_Comm_dup -> c2",
             "MPI_Comm_free(c2)", "MPI_Comm_free(c1)", "MPI_Comm_free_keyval(v1)", "MPI_Finalize()", "finished"}));
}

// A program that starts no MPI itself, but forks one that does.
TEST_P(RecordThreadsTest, AChildOfAProgramWithoutMpiIsRecorded) {
  const auto ran = record(program("forks") + " child");
  EXPECT_EQ(ran.code, 5) << ran.err;
  EXPECT_EQ(traces(), std::vector<std::string>{"rank-0.moot"});
  EXPECT_EQ(shown(), lines({"MPI_Init()", "MPI_Finalize()", "finished"}));
}

// ---- processes that MPI starts

TEST_P(RecordThreadsTest, SpawnedProcessesHaveTracesOfTheirOwn) {
  const auto without = run("timeout 60 " + mpiexec(1) + program("spawns"));
  const auto ran = record(mpiexec(1) + program("spawns"));
  if (without.code != 0) { // Debian's MPICH 4.0.2 can't: "Error in spawn call", which is fatal
    EXPECT_FALSE(is_openmpi()) << without.err;
    EXPECT_EQ(ran.code, without.code) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("Error in spawn call"));
    EXPECT_EQ(shown(), lines({"MPI_Init()", "MPI_Comm_get_parent() -> MPI_COMM_NULL", "MPI_Comm_spawn(MPI_COMM_SELF)",
                              "(the trace ends here, the run may not have)"}));
    return;
  }
  EXPECT_EQ(ran.code, 0) << ran.err;
  ASSERT_EQ(traces(), (std::vector<std::string>{"rank-0.2.moot", "rank-0.moot", "rank-1.moot"}));
  int parents = 0;
  for (const auto* name : {"rank-0", "rank-0.2", "rank-1"}) {
    const auto text = shown(name);
    const bool is_parent = text.find("MPI_Comm_spawn") != std::string::npos;
    parents += is_parent ? 1 : 0;
    EXPECT_EQ(text, is_parent ? lines({"MPI_Init()", "MPI_Comm_get_parent() -> MPI_COMM_NULL",
                                       "MPI_Comm_spawn(MPI_COMM_SELF) -> c1", "MPI_Comm_disconnect(c1)",
                                       "MPI_Finalize()", "finished"})
                              : lines({"MPI_Init()", "MPI_Comm_get_parent() -> c1", "MPI_Comm_get_parent() -> c1",
                                       "MPI_Comm_disconnect(c1)", "MPI_Finalize()", "finished"}));
    EXPECT_EQ(read(name).header.size, is_parent ? 1 : 2);
  }
  EXPECT_EQ(parents, 1);
  EXPECT_EQ(alarms(), "");
  EXPECT_THAT(run("$MOOT check $TRACES --reading " + reading()).out, testing::Not(HasSubstr("never freed")));
}

} // namespace
} // namespace moot
