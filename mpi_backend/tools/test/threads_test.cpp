// Many threads at once: in the first calls of all, and in calls through the stack.
#include "mpi_backend/tools/test/test_tools.h"

#include <atomic>
#include <thread>

namespace moot::tools {
namespace {

std::atomic<int> begun = 0;
std::atomic<long> ranks = 0, misses = 0;

int count_rank(MPIX_QMPI_PLACE, MPI_Comm comm, int* rank) {
  void* storage = nullptr;
  MOOT_STORAGE(&storage);
  if (storage != &begun) ++misses;
  ++ranks;
  int flag = 0;
  MPI_Initialized(&flag); // (nobody registers it)
  MOOT_NEXT(MPIX_QMPI_Get_function, MPIX_QMPI_COMM_RANK);
  return reinterpret_cast<MPIX_QMPI_Comm_rank_t*>(next)(MOOT_BELOW, comm, rank);
}
void init(int tool_id) {
  ++begun;
  // The other threads wait for it.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  MPIX_QMPI_Register_tool_storage(tool_id, &begun);
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_COMM_RANK, reinterpret_cast<MPIX_QMPI_Any_function>(&count_rank));
}

template <typename Body> void in_threads(const Body& body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back(body);
  for (auto& thread : threads) thread.join();
}

class Threads : public testing::TestWithParam<const char*> {};

TEST_P(Threads, BeginTheStackOnceAndLoseNoCall) {
  in_a_process("t,t,t", std::string("calls-of-tools=") + GetParam(), [] {
    be_handed_functions();
    MPIX_QMPI_Register_tool_name("t", &init);
    in_threads([] {
      int flag = 1;
      MPI_Initialized(&flag);
      if (flag != 0 || begun != 3) ++misses;
    });
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
    in_threads([] {
      for (int i = 0; i < 10'000; ++i) {
        int rank = -1;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (rank != 0) ++misses;
      }
    });
    MPI_Finalize();
    return in_turn({differs(std::to_string(begun), "3"), differs(std::to_string(ranks), "240000"),
                    differs(std::to_string(misses), "0")});
  });
}
INSTANTIATE_TEST_SUITE_P(Answers, Threads, testing::Values("from-top", "from-below", "not-at-all"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

} // namespace
} // namespace moot::tools
