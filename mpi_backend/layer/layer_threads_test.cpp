// Threads that use the layer at once, each with objects of its own, under keys that all share. The thread sanitizer watches in CI.
#include "mpi_backend/layer/layer_grequest_test.h"

#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace moot::layer::test {
namespace {

constexpr int threads = 4;
constexpr int rounds = 50;

std::atomic<int> copies = 0;
std::atomic<int> frees = 0;
std::atomic<int> destroys = 0;

void on_copy(MPIX_Key /*key*/, int /*type*/, MPIX_Handle /*handle*/, MPIX_Handle /*new_handle*/, MPI_Aint /*context*/,
             MPI_Aint value, MPI_Aint* new_value, int* flag) {
  ++copies;
  *new_value = value + 1;
  *flag = 1;
}
void on_free(MPIX_Key /*key*/, int /*type*/, MPIX_Handle /*handle*/, MPI_Aint /*context*/, MPI_Aint /*value*/) {
  ++frees;
}
void on_destroy(MPIX_Key /*key*/, int /*type*/, MPIX_Handle /*handle*/, MPI_Aint /*context*/, MPI_Aint /*value*/) {
  ++destroys;
}

// Runs the same in each thread, which is told its number.
template <class Body> void in_threads(Body body) {
  copies = frees = destroys = 0;
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) running.emplace_back(body, i);
  for (auto& thread : running) thread.join();
}

class Threads : public testing::Test {
protected:
  void SetUp() override {
    int level = MPI_THREAD_SINGLE;
    MPI_Query_thread(&level);
    if (level < MPI_THREAD_MULTIPLE) GTEST_SKIP() << "MPI_THREAD_MULTIPLE is not to be had";
    MPIX_Key_create(on_copy, on_free, on_destroy, 0, &key_);
    for (auto& comm : comms_) MPI_Comm_dup(MPI_COMM_SELF, &comm);
  }
  void TearDown() override {
    if (IsSkipped()) return;
    for (auto& comm : comms_) MPI_Comm_free(&comm);
    MPIX_Key_free(&key_);
  }

  Trial run_{"other-endings=as-free,request-completion=before"}; // all questions are answered
  MPIX_Key key_ = MPIX_KEY_NULL;
  std::array<MPI_Comm, threads> comms_{};
};

TEST_F(Threads, HaveValuesUnderOneKey) {
  in_threads([this](int i) {
    MPI_Comm comm = comms_.at(static_cast<std::size_t>(i));
    for (int round = 0; round < rounds; ++round) {
      set(key_, comm, round);
      MPI_Comm made = MPI_COMM_NULL;
      MPI_Comm_dup(comm, &made);
      EXPECT_EQ(get(key_, made), round + 1);
      clear(key_, comm);
      EXPECT_EQ(get(key_, comm), -1);
      MPI_Comm_free(&made);
    }
  });
  EXPECT_EQ(copies, threads * rounds);
  EXPECT_EQ(frees, threads * rounds);
  EXPECT_EQ(destroys, 2 * threads * rounds);
}

TEST_F(Threads, DuplicateOneInfo) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPIX_Value_set(key_, MPIX_HANDLE_INFO, MPIX_HANDLE(info), 5);
  in_threads([&](int /*i*/) {
    for (int round = 0; round < rounds; ++round) {
      MPI_Info made = MPI_INFO_NULL;
      MPI_Info_dup(info, &made);
      EXPECT_EQ(get(key_, MPIX_HANDLE_INFO, MPIX_HANDLE(made)), 6);
      MPI_Info_free(&made);
    }
  });
  EXPECT_EQ(copies, threads * rounds);
  EXPECT_EQ(destroys, threads * rounds);
  MPI_Info_free(&info);
  EXPECT_EQ(destroys, threads * rounds + 1);
}

TEST_F(Threads, HaveRequestsWithValues) {
  in_threads([this](int i) {
    MPI_Comm comm = comms_.at(static_cast<std::size_t>(i));
    for (int round = 0; round < rounds; ++round) {
      int received = 0;
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Irecv(&received, 1, MPI_INT, 0, 1, comm, &request);
      MPIX_Value_set(key_, MPIX_HANDLE_REQUEST, MPIX_HANDLE(request), round);
      MPI_Send(&round, 1, MPI_INT, 0, 1, comm);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      EXPECT_EQ(received, round);
    }
  });
  EXPECT_EQ(destroys, threads * rounds);
}

TEST_F(Threads, MakeAndFreeKeys) {
  in_threads([this](int i) {
    MPI_Comm comm = comms_.at(static_cast<std::size_t>(i));
    for (int round = 0; round < rounds; ++round) {
      MPIX_Key own = MPIX_KEY_NULL;
      MPIX_Key_create(nullptr, nullptr, on_destroy, 0, &own);
      set(own, comm, round);
      MPIX_Key kept = own;
      MPIX_Key_free(&own);
      clear(kept, comm); // stale-key = works
    }
  });
  EXPECT_EQ(destroys, threads * rounds);
}

// Threads that set values on one object under keys of their own, and read a value that is there.
TEST_F(Threads, ShareAnObject) {
  set(key_, comms_[0], 7);
  in_threads([this](int /*i*/) {
    MPIX_Key own = MPIX_KEY_NULL;
    MPIX_Key_create(nullptr, nullptr, on_destroy, 0, &own);
    for (int round = 0; round < rounds; ++round) {
      set(own, comms_[0], round);
      EXPECT_EQ(get(own, comms_[0]), round);
      EXPECT_EQ(get(key_, comms_[0]), 7);
    }
    clear(own, comms_[0]);
    MPIX_Key_free(&own);
  });
  EXPECT_EQ(destroys, threads * rounds);
}

// A generalized request with a value is completed on one thread, while another ends it with `end`. (The value is where free_fn counts.)
void on_ended(MPIX_Key /*key*/, int /*type*/, MPIX_Handle /*handle*/, MPI_Aint /*context*/, MPI_Aint value) {
  EXPECT_EQ(*reinterpret_cast<std::atomic<int>*>(value), 1); // it has returned
  ++destroys;
}
int count_slowly(void* count) { // the other thread may be back from MPI's part meanwhile
  std::this_thread::sleep_for(std::chrono::microseconds(300));
  return count_free(count);
}
template <class End> void race(End end) {
  MPIX_Key key = MPIX_KEY_NULL;
  MPIX_Key_create(nullptr, on_free, on_ended, 0, &key);
  frees = destroys = 0;
  for (int round = 0; round < rounds; ++round) {
    std::atomic<int> count = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Grequest_start(give_nothing, count_slowly, count_cancel, &count, &request);
    MPIX_Value_set(key, MPIX_HANDLE_REQUEST, any_handle(request), reinterpret_cast<MPI_Aint>(&count));
    std::thread other([copy = request, round] {
      if (round % 2 == 0) std::this_thread::yield();
      EXPECT_EQ(MPI_Grequest_complete(copy), MPI_SUCCESS);
    });
    EXPECT_EQ(end(&request), MPI_SUCCESS);
    EXPECT_EQ(request, MPI_REQUEST_NULL);
    other.join();
    EXPECT_EQ(count, 1);
    EXPECT_EQ(destroys, round + 1);
  }
  EXPECT_EQ(frees, rounds);
  MPIX_Key_free(&key);
}

TEST_F(Threads, WaitWhileAnotherCompletes) {
  race([](MPI_Request* request) { return MPI_Wait(request, MPI_STATUS_IGNORE); });
}

TEST_F(Threads, TestWhileAnotherCompletes) {
  race([](MPI_Request* request) {
    int flag = 0;
    int error = MPI_SUCCESS;
    while (flag == 0 && error == MPI_SUCCESS) error = MPI_Testall(1, request, &flag, MPI_STATUSES_IGNORE);
    return error;
  });
}

TEST_F(Threads, FreeWhileAnotherCompletes) {
  race([](MPI_Request* request) { return MPI_Request_free(request); });
}

} // namespace
} // namespace moot::layer::test
