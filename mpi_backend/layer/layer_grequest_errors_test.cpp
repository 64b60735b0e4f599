// Generalized requests: errors that their functions return.
#include "mpi_backend/layer/layer_grequest_test.h"

#include <array>
#include <vector>

namespace moot::layer::test {
namespace {

// ---- Errors of query_fn and free_fn

struct Failing {
  std::string grequest_error;
  int query, free, returned;
};
const std::vector<Failing>& failing() {
  constexpr int ok = MPI_SUCCESS;
  constexpr int one = MPI_ERR_TOPOLOGY;
  constexpr int other = MPI_ERR_COUNT;
  static const std::vector<Failing> table = {{"free-fn", ok, ok, ok},
                                             {"free-fn", one, ok, ok},
                                             {"free-fn", ok, other, other},
                                             {"free-fn", one, other, other},
                                             {"first-failure", ok, ok, ok},
                                             {"first-failure", one, ok, one},
                                             {"first-failure", ok, other, other},
                                             {"first-failure", one, other, one}};
  return table;
}

// What MPI_COMM_WORLD's error handler hears.
std::vector<int> heard;
void hear(MPI_Comm* /*comm*/, int* code, ...) { heard.push_back(*code); } // NOLINT(cert-dcl50-cpp): as MPI calls it

class Hearing {
public:
  Hearing() {
    MPI_Comm_create_errhandler(hear, &handler_);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler_);
    heard.clear();
  }
  ~Hearing() {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler_);
  }
  Hearing(const Hearing&) = delete;
  Hearing& operator=(const Hearing&) = delete;

private:
  MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
};

void expect_heard(int code) {
  EXPECT_EQ(heard, code == MPI_SUCCESS ? std::vector<int>() : std::vector<int>{code});
  heard.clear();
}

// A failing one goes all the same.
template <class Call> void completes_with(const Failing& codes, int returned, Call call) {
  WithValue it("other-endings=as-free,grequest-error=" + codes.grequest_error);
  const Hearing hearing;
  it.r.query_code = codes.query;
  it.r.free_code = codes.free;
  MPI_Grequest_complete(it.r.request);
  EXPECT_EQ(call(&it.r.request), returned);
  expect_heard(returned);
  EXPECT_EQ(it.r.request, MPI_REQUEST_NULL);
  EXPECT_EQ(it.run.log(), "query(r) free(a,r,7) free(r) destroy(a,r,7)");
}

TEST(Grequests, ErrorsOfOne) {
  for (const Failing& codes : failing()) {
    int index = -1;
    int flag = 0;
    completes_with(codes, codes.returned, [](auto* r) { return MPI_Wait(r, MPI_STATUS_IGNORE); });
    completes_with(codes, codes.returned, [&](auto* r) { return MPI_Test(r, &flag, MPI_STATUS_IGNORE); });
    completes_with(codes, codes.returned, [&](auto* r) { return MPI_Waitany(1, r, &index, MPI_STATUS_IGNORE); });
    completes_with(codes, codes.returned, [&](auto* r) { return MPI_Testany(1, r, &index, &flag, MPI_STATUS_IGNORE); });
  }
}

TEST(Grequests, ErrorsWithoutStatuses) {
  for (const Failing& codes : failing()) {
    const int returned = codes.returned == MPI_SUCCESS ? MPI_SUCCESS : MPI_ERR_IN_STATUS;
    int index = -1;
    int flag = 0;
    completes_with(codes, returned, [](auto* r) { return MPI_Waitall(1, r, MPI_STATUSES_IGNORE); });
    completes_with(codes, returned, [&](auto* r) { return MPI_Testall(1, r, &flag, MPI_STATUSES_IGNORE); });
    completes_with(codes, returned, [&](auto* r) { return MPI_Waitsome(1, r, &flag, &index, MPI_STATUSES_IGNORE); });
    completes_with(codes, returned, [&](auto* r) { return MPI_Testsome(1, r, &flag, &index, MPI_STATUSES_IGNORE); });
  }
}

// A receive, and two generalized requests, the second of which fails. `call` says which requests the statuses are of.
using Places = std::array<int, 3>;
template <class Call> void errors_of_several(const Failing& codes, Call call) {
  Trial run("other-endings=as-free,grequest-error=" + codes.grequest_error);
  const Hearing hearing;
  Generalized r(run, "r");
  Generalized s(run, "s");
  s.query_code = codes.query;
  s.free_code = codes.free;
  int buffer = 0;
  const int sent = 4;
  std::array<MPI_Request, 3> requests = {r.request, s.request, MPI_REQUEST_NULL};
  MPI_Irecv(&buffer, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[2]);
  MPI_Send(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  for (Generalized* const each : {&r, &s}) MPI_Grequest_complete(each->request);
  std::array<MPI_Status, 3> statuses{};
  for (MPI_Status& status : statuses) status.MPI_ERROR = 77;
  Places places = {0, 1, 2};
  const int returned = codes.returned == MPI_SUCCESS ? MPI_SUCCESS : MPI_ERR_IN_STATUS;
  EXPECT_EQ(call(requests.data(), statuses.data(), places), returned);
  expect_heard(returned);
  for (const MPI_Request request : requests) EXPECT_EQ(request, MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < 3 && returned != MPI_SUCCESS; ++i)
    EXPECT_EQ(statuses[i].MPI_ERROR, places[i] == 1 ? codes.returned : MPI_SUCCESS) << i;
  const std::string log = run.log();
  EXPECT_EQ(log.find("free(s)"), log.rfind("free(s)")) << log;
  EXPECT_NE(log.find("free(s)"), std::string::npos) << log;
  EXPECT_NE(log.find("free(r)"), std::string::npos) << log;
}

TEST(Grequests, ErrorsOfSeveral) {
  for (const Failing& codes : failing()) {
    errors_of_several(codes, [](auto* r, auto* s, Places&) { return MPI_Waitall(3, r, s); });
    errors_of_several(codes, [](auto* r, auto* s, Places&) {
      int flag = 0;
      int returned = MPI_SUCCESS;
      while (flag == 0) returned = MPI_Testall(3, r, &flag, s);
      return returned;
    });
    // (All three are complete: the receive's message is there.)
    const auto some = [](int outcount) { EXPECT_EQ(outcount, 3); };
    errors_of_several(codes, [&](auto* r, auto* s, Places& places) {
      int count = 0;
      const int returned = MPI_Waitsome(3, r, &count, places.data(), s);
      return some(count), returned;
    });
    errors_of_several(codes, [&](auto* r, auto* s, Places& places) {
      int count = 0;
      const int returned = MPI_Testsome(3, r, &count, places.data(), s);
      return some(count), returned;
    });
  }
}

// One that is MPI's alone fails, too: MPI has called the handler, and the layer calls it no second time.
TEST(Grequests, ErrorsBesideThoseOfMPI) {
  Trial run("other-endings=as-free");
  const Hearing hearing;
  Generalized r(run, "r");
  r.free_code = MPI_ERR_COUNT;
  const auto fail = [](void*, MPI_Status*) { return MPI_ERR_TOPOLOGY; };
  std::atomic<int> frees = 0;
  std::array<MPI_Request, 2> requests = {r.request, MPI_REQUEST_NULL};
  PMPI_Grequest_start(fail, count_free, count_cancel, &frees, &requests[1]);
  for (const MPI_Request request : requests) MPI_Grequest_complete(request);
  std::array<MPI_Status, 2> statuses{};
  EXPECT_EQ(MPI_Waitall(2, requests.data(), statuses.data()), MPI_ERR_IN_STATUS);
  EXPECT_EQ(statuses[0].MPI_ERROR, MPI_ERR_COUNT);
  EXPECT_NE(statuses[1].MPI_ERROR, MPI_SUCCESS);
  EXPECT_EQ(heard.size(), 1U);
  EXPECT_EQ(run.log(), "query(r) free(r)");
}

TEST(Grequests, ErrorsOfFreeWhereItRuns) {
  for (const bool complete_first : {true, false}) {
    WithValue it;
    const Hearing hearing;
    it.r.free_code = MPI_ERR_COUNT;
    it.r.query_code = MPI_ERR_TOPOLOGY; // never called
    if (complete_first) {
      EXPECT_EQ(MPI_Grequest_complete(it.r.request), MPI_SUCCESS);
      EXPECT_EQ(MPI_Request_free(&it.r.request), MPI_ERR_COUNT);
    } else {
      EXPECT_EQ(MPI_Request_free(&it.r.request), MPI_SUCCESS);
      EXPECT_EQ(MPI_Grequest_complete(it.r.copy), MPI_ERR_COUNT);
    }
    expect_heard(MPI_ERR_COUNT);
    EXPECT_EQ(it.r.request, MPI_REQUEST_NULL);
    EXPECT_EQ(it.run.log(), "free(a,r,7) free(r) destroy(a,r,7)");
  }
}

TEST(Grequests, ErrorsOfGetStatus) {
  WithValue it;
  const Hearing hearing;
  MPI_Grequest_complete(it.r.request);
  it.r.query_code = MPI_ERR_TOPOLOGY;
  int flag = -1;
  EXPECT_EQ(MPI_Request_get_status(it.r.request, &flag, MPI_STATUS_IGNORE), MPI_ERR_TOPOLOGY);
  EXPECT_EQ(flag, 1);
  expect_heard(MPI_ERR_TOPOLOGY);
  it.r.query_code = MPI_SUCCESS;
  EXPECT_EQ(MPI_Wait(&it.r.request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(it.run.log(), "query(r) query(r) free(a,r,7) free(r) destroy(a,r,7)");
}

} // namespace
} // namespace moot::layer::test
