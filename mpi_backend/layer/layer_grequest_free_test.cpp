// Generalized requests: MPI_Request_free, MPI_Cancel, what their functions may do, and what is wrong.
#include "mpi_backend/layer/layer_grequest_test.h"

#include <array>
#include <gmock/gmock.h>

namespace moot::layer::test {
namespace {

// ---- MPI_Request_free

TEST(Grequests, FreedOnesThatAreCompleteEndAtOnce) {
  for (const std::string answer : {"at-destruction", "at-free"}) {
    WithValue it("destroy-time=" + answer);
    MPI_Grequest_complete(it.r.request);
    EXPECT_EQ(MPI_Request_free(&it.r.request), MPI_SUCCESS);
    EXPECT_EQ(it.run.log(), "free(a,r,7) free(r) destroy(a,r,7)");
    EXPECT_EQ(it.r.request, MPI_REQUEST_NULL);
  }
}

TEST(Grequests, FreedOnesEndWhereTheyAreCompleted) {
  WithValue it;
  EXPECT_EQ(MPI_Request_free(&it.r.request), MPI_SUCCESS);
  EXPECT_EQ(it.r.request, MPI_REQUEST_NULL);
  EXPECT_EQ(it.run.log(), "free(a,r,7)");
  for (int i = 0; i < 20; ++i) get(it.a, MPI_COMM_SELF); // no other call ends it
  EXPECT_EQ(it.run.log(), "");
  EXPECT_EQ(MPI_Grequest_complete(it.r.copy), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "free(r) destroy(a,r,7)");
}

TEST(Grequests, DestroyTimeAtFree) { // (what the answer says, of an object that something keeps)
  WithValue it("destroy-time=at-free");
  MPI_Request_free(&it.r.request);
  EXPECT_EQ(it.run.log(), "free(a,r,7) destroy(a,r,7)");
  MPI_Grequest_complete(it.r.copy);
  EXPECT_EQ(it.run.log(), "free(r)");
}

TEST(Grequests, ACopyIsValidUntilFreeHasReturned) {
  WithValue it;
  MPI_Request_free(&it.r.request);
  EXPECT_EQ(it.run.log(), "free(a,r,7)");
  EXPECT_EQ(MPI_Cancel(&it.r.copy), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "cancel(r,0)");
  int flag = -1;
  EXPECT_EQ(MPI_Request_get_status(it.r.copy, &flag, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(flag, 0);
  EXPECT_EQ(it.value(), 7);
  EXPECT_EQ(MPIX_Value_clear(it.a, MPIX_HANDLE_REQUEST, it.r.handle()), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "destroy(a,r,7)");
  EXPECT_EQ(it.value(), -1);
  EXPECT_EQ(MPIX_Value_set(it.a, MPIX_HANDLE_REQUEST, it.r.handle(), 8), MPI_SUCCESS);
  // To complete it or to free it again is wrong.
  MPI_Request again = it.r.copy;
  EXPECT_EQ(error(MPI_Wait(&again, MPI_STATUS_IGNORE)), "handle");
  EXPECT_EQ(error(MPI_Request_free(&again)), "handle");
  EXPECT_EQ(again, it.r.copy);
  EXPECT_EQ(it.run.log(), "");
  it.r.on_free = [&] { EXPECT_EQ(it.value(), 8); };
  EXPECT_EQ(MPI_Grequest_complete(it.r.copy), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "free(r) destroy(a,r,8)");
  EXPECT_EQ(it.value(), -2);
}

TEST(Grequests, AFreeCallbackMayCompleteIt) {
  WithValue it;
  const MPIX_Key b = it.run.key("b");
  MPIX_Value_set(b, MPIX_HANDLE_REQUEST, it.r.handle(), 8);
  it.run.hooks(it.a).free = [&](const Called& called) {
    EXPECT_EQ(MPI_Grequest_complete(MPIX_Handle_request(called.handle)), MPI_SUCCESS);
    it.run.say("done");
  };
  EXPECT_EQ(MPI_Request_free(&it.r.request), MPI_SUCCESS);
  EXPECT_THAT(it.run.log(), testing::AnyOf("free(a,r,7) done free(b,r,8) free(r) destroy(b,r,8) destroy(a,r,7)",
                                           "free(b,r,8) free(a,r,7) done free(r) destroy(b,r,8) destroy(a,r,7)"));
}

// ---- MPI_Cancel

TEST(Grequests, CancelTellsOfCompletion) {
  WithValue it;
  EXPECT_EQ(MPI_Cancel(&it.r.request), MPI_SUCCESS);
  EXPECT_EQ(it.r.request, it.r.copy);
  int flag = -1;
  MPI_Test(&it.r.request, &flag, MPI_STATUS_IGNORE); // it does not complete it
  EXPECT_EQ(flag, 0);
  MPI_Grequest_complete(it.r.request);
  EXPECT_EQ(MPI_Cancel(&it.r.request), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "cancel(r,0) cancel(r,1)");
  it.r.cancel_code = MPI_ERR_TOPOLOGY;
  EXPECT_EQ(MPI_Cancel(&it.r.request), MPI_ERR_TOPOLOGY);
  it.run.log();
  EXPECT_EQ(MPI_Wait(&it.r.request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "query(r) free(a,r,7) free(r) destroy(a,r,7)");
}

TEST(Grequests, CancelMayCompleteAndFree) {
  WithValue it;
  it.r.on_cancel = [&](int complete) {
    EXPECT_EQ(complete, 0);
    EXPECT_EQ(MPI_Grequest_complete(it.r.copy), MPI_SUCCESS);
  };
  MPI_Request_free(&it.r.request);
  EXPECT_EQ(it.run.log(), "free(a,r,7)");
  EXPECT_EQ(MPI_Cancel(&it.r.copy), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "cancel(r,0) free(r) destroy(a,r,7)");
}

// ---- MPI_Grequest_complete where it is wrong

TEST(Grequests, CompleteIsForThoseThatAreNotComplete) {
  WithValue it;
  EXPECT_EQ(error(MPI_Grequest_complete(MPI_REQUEST_NULL)), wrong_request());
  int buffer = 0;
  const int sent = 4;
  std::array<MPI_Request, 2> requests{};
  MPI_Irecv(&buffer, 1, MPI_INT, 0, 1, MPI_COMM_SELF, requests.data());
  EXPECT_EQ(error(MPI_Grequest_complete(requests[0])), wrong_request());
  MPI_Isend(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[1]);
  EXPECT_EQ(error(MPI_Grequest_complete(requests[1])), wrong_request()); // (the layer's own, perhaps: it is complete)
  EXPECT_EQ(MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(buffer, 4);
  EXPECT_EQ(MPI_Grequest_complete(it.r.request), MPI_SUCCESS);
  EXPECT_EQ(error(MPI_Grequest_complete(it.r.request)), wrong_request());
  EXPECT_EQ(it.run.log(), "");
  EXPECT_EQ(it.value(), 7);
  EXPECT_EQ(MPI_Wait(&it.r.request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "query(r) free(a,r,7) free(r) destroy(a,r,7)");
  EXPECT_EQ(error(MPI_Grequest_complete(it.r.copy)), wrong_request()); // stale
  Generalized s(it.run, "s");
  MPI_Request_free(&s.request);
  EXPECT_EQ(MPI_Grequest_complete(s.copy), MPI_SUCCESS);
  EXPECT_EQ(error(MPI_Grequest_complete(s.copy)), wrong_request());
  EXPECT_EQ(it.run.log(), "free(s)");
}

// ---- What the functions may do

void send_and_receive() {
  int received = 0;
  const int sent = 9;
  std::array<MPI_Request, 2> requests{};
  MPI_Irecv(&received, 1, MPI_INT, 0, 9, MPI_COMM_SELF, requests.data());
  MPI_Isend(&sent, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &requests[1]);
  EXPECT_EQ(MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(received, 9);
}

// (With MPI_THREAD_MULTIPLE, MPICH aborts at calls of MPI in its own free_fn and cancel_fn.)
TEST(Grequests, FunctionsMayCallMPI) {
  for (const bool frees : {false, true}) {
    WithValue it;
    Generalized other(it.run, "s");
    it.r.on_query = it.r.on_free = send_and_receive;
    it.r.on_cancel = [&](int) { send_and_receive(); };
    it.run.hooks(it.a).free = [&](const Called&) { // another completion inside
      MPI_Grequest_complete(other.request);
      MPI_Wait(&other.request, MPI_STATUS_IGNORE);
    };
    MPI_Cancel(&it.r.request);
    MPI_Grequest_complete(it.r.request);
    frees ? MPI_Request_free(&it.r.request) : MPI_Wait(&it.r.request, MPI_STATUS_IGNORE);
    EXPECT_EQ(it.run.log(), std::string("cancel(r,0) ") + (frees ? "" : "query(r) ") +
                                "free(a,r,7) query(s) free(s) free(r) destroy(a,r,7)");
  }
}

TEST(Grequests, FreeMayUseButNotEndIt) {
  for (const bool frees : {false, true}) {
    WithValue it;
    it.r.on_free = [&] {
      EXPECT_EQ(it.value(), 7);
      EXPECT_EQ(MPI_Cancel(&it.r.copy), MPI_SUCCESS);
      int flag = -1;
      EXPECT_EQ(MPI_Request_get_status(it.r.copy, &flag, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_EQ(flag, 1);
      MPI_Request own = it.r.copy;
      EXPECT_EQ(error(MPI_Wait(&own, MPI_STATUS_IGNORE)), "handle");
      EXPECT_EQ(error(MPI_Test(&own, &flag, MPI_STATUS_IGNORE)), "handle");
      EXPECT_EQ(error(MPI_Request_free(&own)), "handle");
      EXPECT_EQ(error(MPI_Grequest_complete(own)), wrong_request());
      EXPECT_EQ(MPIX_Value_set(it.a, MPIX_HANDLE_REQUEST, it.r.handle(), 8), MPI_SUCCESS);
    };
    MPI_Grequest_complete(it.r.request);
    frees ? MPI_Request_free(&it.r.request) : MPI_Wait(&it.r.request, MPI_STATUS_IGNORE);
    EXPECT_EQ(it.run.log(), std::string(frees ? "" : "query(r) ") +
                                "free(a,r,7) free(r) cancel(r,1) query(r) destroy(a,r,7) destroy(a,r,8)");
  }
}

TEST(Grequests, FreeCallbacksMayUseIt) {
  WithValue it;
  it.run.hooks(it.a).free = [&](const Called& called) {
    MPI_Request own = MPIX_Handle_request(called.handle);
    EXPECT_EQ(MPI_Cancel(&own), MPI_SUCCESS);
    int flag = -1;
    MPI_Status status;
    EXPECT_EQ(MPI_Request_get_status(own, &flag, &status), MPI_SUCCESS);
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(status.MPI_TAG, 6);
    EXPECT_EQ(error(MPI_Wait(&own, MPI_STATUS_IGNORE)), "handle");
    EXPECT_EQ(error(MPI_Grequest_complete(own)), wrong_request());
  };
  MPI_Grequest_complete(it.r.request);
  MPI_Wait(&it.r.request, MPI_STATUS_IGNORE);
  EXPECT_EQ(it.run.log(), "query(r) free(a,r,7) cancel(r,1) query(r) free(r) destroy(a,r,7)");
}

TEST(Grequests, QueryMayNotEndIt) {
  WithValue it;
  it.r.on_query = [&] {
    MPI_Request own = it.r.copy;
    EXPECT_EQ(error(MPI_Wait(&own, MPI_STATUS_IGNORE)), "handle");
    EXPECT_EQ(error(MPI_Request_free(&own)), "handle");
    EXPECT_EQ(error(MPI_Grequest_complete(own)), wrong_request());
    EXPECT_EQ(MPI_Cancel(&own), MPI_SUCCESS);
    EXPECT_EQ(it.value(), 7);
  };
  MPI_Grequest_complete(it.r.request);
  EXPECT_EQ(MPI_Wait(&it.r.request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "query(r) cancel(r,1) free(a,r,7) free(r) destroy(a,r,7)");
}

TEST(Grequests, DestroyCallbacksComeTooLate) {
  WithValue it;
  it.run.hooks(it.a).destroy = [&](const Called&) {
    int flag = -1;
    EXPECT_EQ(error(MPI_Request_get_status(it.r.copy, &flag, MPI_STATUS_IGNORE)), "handle");
    EXPECT_EQ(error(MPI_Cancel(&it.r.copy)), "handle");
    EXPECT_EQ(error(MPI_Grequest_complete(it.r.copy)), wrong_request());
  };
  MPI_Grequest_complete(it.r.request);
  MPI_Wait(&it.r.request, MPI_STATUS_IGNORE);
  EXPECT_EQ(it.run.log(), "query(r) free(a,r,7) free(r) destroy(a,r,7)");
}

// ---- Requests that the layer does not know

// (Open MPI calls nothing then, MPICH refuses.)
TEST(Grequests, NullFunctionsAreJudgedByMPI) {
  const Trial trial;
  MPI_Request request = MPI_REQUEST_NULL;
  const int judged = PMPI_Grequest_start(nullptr, nullptr, nullptr, nullptr, &request);
  if (judged == MPI_SUCCESS) MPI_Grequest_complete(request), MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(error(MPI_Grequest_start(nullptr, nullptr, nullptr, nullptr, &request)), error(judged));
  if (judged != MPI_SUCCESS) return;
  EXPECT_EQ(MPI_Cancel(&request), MPI_SUCCESS);
  EXPECT_EQ(MPI_Grequest_complete(request), MPI_SUCCESS);
  EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
}

TEST(Grequests, UnknownToTheLayerAreStillMPIs) {
  for (const bool frees : {false, true}) {
    Trial run;
    const MPIX_Key a = run.key("a");
    Generalized known(run, "r");
    std::atomic<int> count = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    PMPI_Grequest_start(give_nothing, count_free, count_cancel, &count, &request);
    EXPECT_EQ(error(MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(request), 1)), "handle");
    int flag = -1;
    EXPECT_EQ(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(flag, 0);
    EXPECT_EQ(MPI_Cancel(&request), MPI_SUCCESS);
    EXPECT_EQ(count, 10);
    EXPECT_EQ(MPI_Grequest_complete(request), MPI_SUCCESS);
    EXPECT_EQ(frees ? MPI_Request_free(&request) : MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(count, 11);
    EXPECT_EQ(request, MPI_REQUEST_NULL);
    MPI_Grequest_complete(known.request);
    MPI_Wait(&known.request, MPI_STATUS_IGNORE);
  }
}

} // namespace
} // namespace moot::layer::test
