// Requests: their values, their handles, and the calls that complete them.
#include "mpi_backend/layer/layer_test.h"

#include <array>
#include <functional>
#include <string>
#include <tuple>

namespace moot::layer::test {
namespace {

TEST(Requests, ValuesAreDestroyedAtCompletion) {
  Trial run("other-endings=no-callbacks");
  const MPIX_Key a = run.key("a");
  const MPI_Comm c = run.comm("c");
  int buffer = 0;
  const int sent = 5;
  std::array<MPI_Request, 4> requests{};
  for (int i = 0; i < 2; ++i) {
    MPI_Irecv(&buffer, 1, MPI_INT, 0, 0, c, &requests[static_cast<std::size_t>(i)]);
    MPI_Isend(&sent, 1, MPI_INT, 0, 0, c, &requests[static_cast<std::size_t>(i) + 2]);
  }
  for (std::size_t i = 0; i < 4; ++i) { // small sends may share one native request: here each has its own
    run.called("r" + std::to_string(i), requests[i]);
    MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(requests[i]), static_cast<MPI_Aint>(i));
  }
  MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
  EXPECT_EQ(run.log(), "destroy(a,r2,2)");
  std::array<MPI_Status, 4> statuses{};
  MPI_Waitall(4, requests.data(), statuses.data());
  const std::string log = run.log(); // in any order
  for (const auto* const each : {"destroy(a,r3,3)", "destroy(a,r1,1)", "destroy(a,r0,0)"})
    EXPECT_NE(log.find(each), std::string::npos) << log;
}

// Completes the first of two requests, the second of which is pending or null.
using End = std::function<void(MPI_Request*, MPI_Status*)>;
const End ends_one[] = {
    [](MPI_Request* requests, MPI_Status* status) { MPI_Wait(requests, status); },
    [](MPI_Request* requests, MPI_Status* status) {
      for (int flag = 0; flag == 0;) MPI_Test(requests, &flag, status);
    },
    [](MPI_Request* requests, MPI_Status* status) {
      int index = -1;
      MPI_Waitany(2, requests, &index, status);
      EXPECT_EQ(index, 0);
    },
    [](MPI_Request* requests, MPI_Status* status) {
      int index = -1;
      for (int flag = 0; flag == 0;) MPI_Testany(2, requests, &index, &flag, status);
      EXPECT_EQ(index, 0);
    },
    [](MPI_Request* requests, MPI_Status* status) {
      int count = 0;
      std::array<int, 2> indices{-1, -1};
      std::array<MPI_Status, 2> statuses{};
      MPI_Waitsome(2, requests, &count, indices.data(), statuses.data());
      EXPECT_EQ(count, 1);
      EXPECT_EQ(indices[0], 0);
      *status = statuses[0];
    },
    [](MPI_Request* requests, MPI_Status* status) { MPI_Waitall(1, requests, status); },
    [](MPI_Request* requests, MPI_Status* status) {
      for (int flag = 0; flag == 0;) MPI_Testall(1, requests, &flag, status);
    },
};

// MPI gives the handle of a completed request to the next operation, but not before the callbacks are over.
TEST(Requests, KeepTheirHandlesUntilTheirCallbacksAreOver) {
  for (const bool is_pending : {false, true}) {
    for (const End& end : ends_one) {
      Trial run("other-endings=as-free");
      const MPIX_Key a = run.key("a");
      const MPI_Comm c = run.comm("c");
      std::array<int, 3> received{};
      const std::array<int, 3> sent{5, 6, 7};
      std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
      MPI_Request next = MPI_REQUEST_NULL;
      MPI_Irecv(received.data(), 1, MPI_INT, 0, 0, c, requests.data());
      MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(run.called("r", requests[0])), 1);
      if (is_pending) MPI_Irecv(&received[1], 1, MPI_INT, 0, 1, c, &requests[1]);
      run.hooks(a).destroy = [&](const Called& it) {
        MPI_Irecv(&received[2], 1, MPI_INT, 0, 2, c, &next);
        EXPECT_NE(any_handle(next), it.handle);
      };
      MPI_Send(sent.data(), 1, MPI_INT, 0, 0, c);
      MPI_Status status;
      end(requests.data(), &status);
      EXPECT_EQ(run.log(), "free(a,r,1) destroy(a,r,1)");
      EXPECT_EQ(requests[0], MPI_REQUEST_NULL);
      EXPECT_EQ(status.MPI_TAG, 0);
      if (is_pending) MPI_Send(&sent[1], 1, MPI_INT, 0, 1, c);
      MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
      MPI_Send(&sent[2], 1, MPI_INT, 0, 2, c);
      MPI_Wait(&next, MPI_STATUS_IGNORE);
      EXPECT_EQ(received, (std::array{5, is_pending ? 6 : 0, 7}));
    }
  }
}

TEST(Requests, PersistentOnesHoldUntilRequestFree) {
  Trial run;
  const MPIX_Key a = run.key("a");
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(1, MPI_INT, &type);
  MPI_Type_commit(&type);
  const int sent = 5;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Send_init(&sent, 1, type, MPI_PROC_NULL, 0, MPI_COMM_SELF, &request);
  MPIX_Value_set(a, MPIX_HANDLE_DATATYPE, any_handle(run.called("t", type)), 1);
  MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(run.called("r", request)), 2);
  MPI_Type_free(&type);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(run.log(), "free(a,t,1)");
  MPI_Request_free(&request);
  EXPECT_EQ(run.log(), "free(a,r,2) destroy(a,r,2) destroy(a,t,1)");
}

TEST(Requests, SharedOnesKeepTheirStatus) {
  const Trial trial;
  std::array<MPI_Request, 3> requests{};
  for (MPI_Request& request : requests) MPI_Irecv(nullptr, 0, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_SELF, &request);
  EXPECT_TRUE(requests[0] != requests[1] && requests[1] != requests[2]);
  MPI_Status first; // the library's own, which the others must equal
  MPI_Wait(requests.data(), &first);
  for (std::size_t i = 1; i < 3; ++i) {
    MPI_Status status;
    MPI_Wait(&requests[i], &status);
    EXPECT_EQ(status.MPI_SOURCE, first.MPI_SOURCE);
    EXPECT_EQ(status.MPI_TAG, first.MPI_TAG);
    int count = -1;
    MPI_Get_count(&status, MPI_INT, &count);
    EXPECT_EQ(count, 0);
  }
}

// A message with this tag to the process itself.
void send_to_self(int tag) {
  const int sent = tag;
  MPI_Send(&sent, 1, MPI_INT, 0, tag, MPI_COMM_SELF);
}

TEST(Requests, CallbacksLeaveTheStatusAsItIs) {
  Trial run;
  const MPIX_Key a = run.key("a");
  run.hooks(a).free = [](const Called&) { // receives another message meanwhile
    int received = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&received, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &request);
    send_to_self(9);
    MPI_Status status;
    MPI_Wait(&request, &status);
    EXPECT_EQ(status.MPI_TAG, 9);
  };
  std::array<int, 2> received{};
  std::array<MPI_Request, 2> requests{};
  for (std::size_t i = 0; i < 2; ++i) {
    MPI_Irecv(&received[i], 1, MPI_INT, 0, 4 + static_cast<int>(i), MPI_COMM_SELF, &requests[i]);
    MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(requests[i]), 1);
  }
  for (const int tag : {4, 5}) send_to_self(tag);
  std::array<MPI_Status, 2> statuses{};
  EXPECT_EQ(MPI_Waitall(2, requests.data(), statuses.data()), MPI_SUCCESS);
  for (std::size_t i = 0; i < 2; ++i) {
    int count = 0;
    MPI_Get_count(&statuses[i], MPI_INT, &count);
    EXPECT_EQ(std::tuple(statuses[i].MPI_SOURCE, statuses[i].MPI_TAG, count),
              std::tuple(0, 4 + static_cast<int>(i), 1));
    EXPECT_EQ(received[i], 4 + static_cast<int>(i));
  }
}

} // namespace
} // namespace moot::layer::test
