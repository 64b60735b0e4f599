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

// Objects of the other kinds, each with a value from its making to its end.
template <class Native> void have_value(MPIX_Key key, int type, Native& native, int (*end)(Native*)) {
  EXPECT_EQ(MPIX_Value_set(key, type, MPIX_HANDLE(native), 1), MPI_SUCCESS);
  EXPECT_EQ(get(key, type, MPIX_HANDLE(native)), 1);
  EXPECT_EQ(end(&native), MPI_SUCCESS);
}

void have_datatype(MPIX_Key key) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Datatype derived = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, type, &derived);
  have_value(key, MPIX_HANDLE_DATATYPE, type, MPI_Type_free); // the derived one keeps it
  have_value(key, MPIX_HANDLE_DATATYPE, derived, MPI_Type_free);
}

void have_group(MPIX_Key key, MPI_Comm comm) {
  MPI_Group of_comm = MPI_GROUP_NULL;
  MPI_Comm_group(comm, &of_comm);
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group_union(of_comm, MPI_GROUP_EMPTY, &group);
  MPI_Group_free(&of_comm);
  have_value(key, MPIX_HANDLE_GROUP, group, MPI_Group_free);
}

void have_op(MPIX_Key key) {
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(no_operation, 1, &op);
  have_value(key, MPIX_HANDLE_OP, op, MPI_Op_free);
}

void have_errhandler(MPIX_Key key, MPI_Comm comm) {
  MPI_Errhandler errhandler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(no_handler, &errhandler);
  MPI_Comm_set_errhandler(comm, errhandler);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  have_value(key, MPIX_HANDLE_ERRHANDLER, errhandler, MPI_Errhandler_free);
}

int receive(MPI_Message* message) {
  int received = 0;
  return MPI_Mrecv(&received, 1, MPI_INT, message, MPI_STATUS_IGNORE);
}
void have_message(MPIX_Key key, MPI_Comm comm) {
  const int sent = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(&sent, 1, MPI_INT, 0, 2, comm, &request);
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Mprobe(0, 2, comm, &message, MPI_STATUS_IGNORE);
  have_value(key, MPIX_HANDLE_MESSAGE, message, receive);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void have_window(MPIX_Key key, MPI_Comm comm) {
  void* base = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, comm, &base, &window);
  have_value(key, MPIX_HANDLE_WIN, window, MPI_Win_free);
}

void have_file(MPIX_Key key, MPI_Comm comm) {
  MPI_File file = MPI_FILE_NULL;
  MPI_File_open(comm, "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  have_value(key, MPIX_HANDLE_FILE, file, MPI_File_close);
}

TEST_F(Threads, HaveObjectsOfEachKind) {
  in_threads([this](int i) {
    MPI_Comm comm = comms_.at(static_cast<std::size_t>(i));
    for (int round = 0; round < rounds; ++round) {
      have_datatype(key_);
      have_group(key_, comm);
      have_op(key_);
      have_errhandler(key_, comm);
      have_message(key_, comm);
    }
  });
  EXPECT_EQ(frees, 6 * threads * rounds);
  EXPECT_EQ(destroys, 6 * threads * rounds);
}

// (The libraries make these slowly.)
TEST_F(Threads, HaveWindowsAndFiles) {
  constexpr int few = 5;
  in_threads([this](int i) {
    MPI_Comm comm = comms_.at(static_cast<std::size_t>(i));
    for (int round = 0; round < few; ++round) {
      have_window(key_, comm);
      have_file(key_, comm);
    }
  });
  EXPECT_EQ(frees, 2 * threads * few);
  EXPECT_EQ(destroys, 2 * threads * few);
}

#if MPI_VERSION >= 4
TEST_F(Threads, HaveSessions) {
  constexpr int few = 5;
  in_threads([this](int /*i*/) {
    for (int round = 0; round < few; ++round) {
      MPI_Session session = MPI_SESSION_NULL;
      EXPECT_EQ(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session), MPI_SUCCESS);
      have_value(key_, MPIX_HANDLE_SESSION, session, MPI_Session_finalize);
    }
  });
  EXPECT_EQ(frees, threads * few);
  EXPECT_EQ(destroys, threads * few);
}
#endif

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
