// References: derived datatypes and pending operations, and the questions that they raise.
#include "mpi_backend/layer/layer_test.h"

#include <array>

namespace moot::layer::test {
namespace {

void set_type(MPIX_Key key, MPI_Datatype type, MPI_Aint value) {
  MPIX_Value_set(key, MPIX_HANDLE_DATATYPE, any_handle(type), value);
}

TEST(References, ADerivedDatatypeKeepsItsBase) {
  for (const bool null : {true, false}) {
    Trial run(null ? "handle-in-destroy=null" : "handle-in-destroy=original");
    const MPIX_Key a = run.key("a");
    MPI_Datatype base = MPI_DATATYPE_NULL;
    MPI_Datatype derived = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &base);
    MPI_Type_vector(2, 1, 3, base, &derived);
    run.called("t", base);
    set_type(a, base, 1);
    MPI_Datatype stale = base;
    MPI_Type_free(&base);
    EXPECT_EQ(run.log(), "free(a,t,1)");
    EXPECT_EQ(error(MPI_Type_commit(&stale)), "handle");
    MPI_Type_free(&derived);
    EXPECT_EQ(run.log(), null ? "destroy(a,null,1)" : "destroy(a,t,1)");
  }
}

// A datatype t with a value under the key a.
struct DatatypeWithValue {
  explicit DatatypeWithValue(Trial& run) {
    const MPIX_Key a = run.key("a");
    MPI_Type_contiguous(2, MPI_INT, &type);
    set_type(a, run.called("t", type), 1);
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

TEST(References, ADuplicateDatatypeIsIndependent) {
  Trial run;
  DatatypeWithValue base(run);
  MPI_Datatype copy = MPI_DATATYPE_NULL;
  MPI_Type_dup(base.type, &copy);
  run.called("u", copy);
  MPI_Type_free(&base.type);
  EXPECT_EQ(run.log(), "copy(a,t,1) free(a,t,1) destroy(a,t,1)");
  MPI_Type_free(&copy);
  EXPECT_EQ(run.log(), "free(a,u,101) destroy(a,u,101)");
}

TEST(References, ADuplicateMayKeepItsDatatype) {
  Trial run("duplicate-keeps-datatype=yes");
  DatatypeWithValue base(run);
  MPI_Datatype copy = MPI_DATATYPE_NULL;
  MPI_Type_dup(base.type, &copy);
  run.called("u", copy);
  MPI_Type_free(&base.type);
  EXPECT_EQ(run.log(), "copy(a,t,1) free(a,t,1)");
  MPI_Type_free(&copy);
  EXPECT_EQ(run.log(), "free(a,u,101) destroy(a,u,101) destroy(a,t,1)");
}

TEST(References, ADerivedDatatypeMayHaveAllThatItNeeds) {
  Trial run("derived-keeps-datatype=no");
  DatatypeWithValue base(run);
  MPI_Datatype derived = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, base.type, &derived);
  MPI_Type_free(&base.type);
  EXPECT_EQ(run.log(), "free(a,t,1) destroy(a,t,1)");
  MPI_Type_free(&derived);
}

TEST(References, DestroyTime) {
  Trial run("destroy-time=at-free");
  const MPIX_Key a = run.key("a");
  MPI_Datatype base = MPI_DATATYPE_NULL;
  MPI_Datatype derived = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_INT, &base);
  MPI_Type_contiguous(2, base, &derived);
  set_type(a, run.called("t", base), 1);
  MPI_Type_free(&base);
  EXPECT_EQ(run.log(), "free(a,t,1) destroy(a,t,1)");
  MPI_Type_free(&derived);
  EXPECT_EQ(run.log(), "");
}

// A receive on c, which is freed while it is pending; then the send to it, the completion, and one more call.
struct Phases {
  std::string at_free, at_send, at_wait, later;
};

Phases run_receive(const std::string& answers, std::uint64_t seed, bool test = false) {
  Trial run(answers, seed);
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  set(a, c, 1);
  int buffer = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Request send = MPI_REQUEST_NULL;
  MPI_Irecv(&buffer, 1, MPI_INT, 0, 0, c, &request);
  MPI_Isend(&seed, 1, MPI_INT, 0, 0, c, &send);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Comm_free(&c);
  Phases phases;
  phases.at_free = run.log();
  get(a, MPI_COMM_WORLD);
  phases.at_send = run.log();
  for (int done = 0; done == 0;) {
    if (test)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    else
      done = MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS ? 1 : -1;
  }
  EXPECT_TRUE(request == MPI_REQUEST_NULL);
  phases.at_wait = run.log();
  for (int i = 0; i < 8; ++i) get(a, MPI_COMM_WORLD);
  phases.later = run.log();
  return phases;
}

TEST(Operations, ThatCompleteDestroyWhatTheyKeptAlive) {
  for (const bool test : {false, true}) {
    const Phases phases = run_receive("", 1, test);
    EXPECT_EQ(phases.at_free, "free(a,c,1)");
    EXPECT_EQ(phases.at_send, "");
    EXPECT_EQ(phases.at_wait, "destroy(a,c,1)");
    EXPECT_EQ(phases.later, "");
  }
}

TEST(Operations, AtFree) {
  const Phases phases = run_receive("destroy-time=at-free", 1);
  EXPECT_EQ(phases.at_free, "free(a,c,1) destroy(a,c,1)");
  EXPECT_EQ(phases.at_wait, "");
}

TEST(Operations, AnyLaterCallAndAnyThread) {
  for (const char* answer : {"deferred-destroy-where=any-later-call", "deferred-destroy-where=any-thread"}) {
    int at_wait = 0;
    int later = 0;
    int never = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Phases phases = run_receive(answer, seed);
      EXPECT_EQ(phases.at_free.substr(0, 11), "free(a,c,1)");
      const std::string all = phases.at_free.substr(11) + phases.at_send + phases.at_wait + phases.later;
      EXPECT_TRUE(all.empty() || all == "destroy(a,c,1)" || all == " destroy(a,c,1)") << all;
      at_wait += phases.at_wait.empty() ? 0 : 1;
      later += phases.later.empty() ? 0 : 1;
      never += all.empty() ? 1 : 0;
    }
    EXPECT_GT(at_wait + later, 5);
    EXPECT_LT(never, 10);
  }
}

TEST(Operations, UnknownToTheLayerAreStillMPIs) {
  Trial run;
  std::array<MPI_Request, 2> requests{};
  MPI_Ibarrier(MPI_COMM_SELF, &requests[0]);
  MPI_Ibarrier(MPI_COMM_SELF, &requests[1]);
  std::array<MPI_Status, 2> statuses{};
  EXPECT_EQ(MPI_Waitall(2, requests.data(), statuses.data()), MPI_SUCCESS);
}

} // namespace
} // namespace moot::layer::test
