// Generalized requests: when their functions run, and the callbacks of values on them.
#include "mpi_backend/layer/layer_grequest_test.h"

#include <array>
#include <gmock/gmock.h>
#include <optional>
#include <vector>

namespace moot::layer::test {

// ---- What layer_grequest_test.h declares ----

namespace {

Generalized& of(void* extra_state) { return *static_cast<Generalized*>(extra_state); }

int query(void* extra_state, MPI_Status* status) {
  Generalized& it = of(extra_state);
  it.run.say("query(" + it.name + ")");
  MPI_Status_set_elements(status, MPI_INT, 3);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 5;
  status->MPI_TAG = 6;
  if (it.on_query) it.on_query();
  return it.query_code;
}

int free_it(void* extra_state) {
  Generalized& it = of(extra_state);
  it.run.say("free(" + it.name + ")");
  if (it.on_free) it.on_free();
  return it.free_code;
}

int cancel(void* extra_state, int complete) {
  Generalized& it = of(extra_state);
  it.run.say("cancel(" + it.name + "," + (complete != 0 ? "1)" : "0)"));
  if (it.on_cancel) it.on_cancel(complete);
  return it.cancel_code;
}

} // namespace

Generalized::Generalized(Trial& log, const std::string& called) : run(log), name(called) {
  EXPECT_EQ(MPI_Grequest_start(query, free_it, cancel, this, &request), MPI_SUCCESS);
  copy = run.called(name, request);
}

int give_nothing(void* /*extra_state*/, MPI_Status* status) {
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}
int count_free(void* count) { return ++*static_cast<std::atomic<int>*>(count), MPI_SUCCESS; }
int count_cancel(void* count, int complete) {
  *static_cast<std::atomic<int>*>(count) += complete != 0 ? 100 : 10;
  return MPI_SUCCESS;
}

std::string wrong_request() { return "class " + std::to_string(MPI_ERR_REQUEST); }

WithValue::WithValue(const std::string& answers)
    : run("other-endings=as-free,request-completion=before," + answers), a(run.key("a")), r(run, "r") {
  EXPECT_EQ(MPIX_Value_set(a, MPIX_HANDLE_REQUEST, r.handle(), 7), MPI_SUCCESS);
}

// ---- Tests ----

namespace {

const std::string whole_completion = "query(r) free(a,r,7) free(r) destroy(a,r,7)";

void expect_filled(const MPI_Status& status) {
  int count = 0;
  MPI_Get_count(&status, MPI_INT, &count);
  EXPECT_EQ(status.MPI_SOURCE, 5);
  EXPECT_EQ(status.MPI_TAG, 6);
  EXPECT_EQ(count, 3);
}

// A function that completes one request: whether it did, or its code.
struct Completer {
  std::string name;
  bool waits;
  std::function<int(MPI_Request*, MPI_Status*, int*)> call;
};

// (A null pointer: MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE.)
MPI_Status* one(MPI_Status* status) { return status == nullptr ? MPI_STATUS_IGNORE : status; }
MPI_Status* all(MPI_Status* status) { return status == nullptr ? MPI_STATUSES_IGNORE : status; }

const std::vector<Completer>& completers() {
  static const std::vector<Completer> table = {
      {"Wait", true, [](auto r, auto s, auto done) { return *done = 1, MPI_Wait(r, one(s)); }},
      {"Test", false, [](auto r, auto s, auto done) { return MPI_Test(r, done, one(s)); }},
      {"Waitany", true,
       [](auto r, auto s, auto done) {
         int index = -1;
         const int error = MPI_Waitany(1, r, &index, one(s));
         *done = index == 0 ? 1 : 0;
         return error;
       }},
      {"Testany", false,
       [](auto r, auto s, auto done) {
         int index = -1;
         return MPI_Testany(1, r, &index, done, one(s));
       }},
      {"Waitall", true, [](auto r, auto s, auto done) { return *done = 1, MPI_Waitall(1, r, all(s)); }},
      {"Testall", false, [](auto r, auto s, auto done) { return MPI_Testall(1, r, done, all(s)); }},
      {"Waitsome", true,
       [](auto r, auto s, auto done) {
         int index = -1;
         return MPI_Waitsome(1, r, done, &index, all(s));
       }},
      {"Testsome", false,
       [](auto r, auto s, auto done) {
         int index = -1;
         return MPI_Testsome(1, r, done, &index, all(s));
       }},
  };
  return table;
}

TEST(Grequests, EachFunctionCompletesOne) {
  for (const Completer& completer : completers()) {
    for (const bool ignores : {false, true}) {
      SCOPED_TRACE(completer.name + (ignores ? ", no status" : ""));
      WithValue it;
      MPI_Status status;
      int done = -1;
      if (!completer.waits) {
        EXPECT_EQ(completer.call(&it.r.request, ignores ? nullptr : &status, &done), MPI_SUCCESS);
        EXPECT_EQ(done, 0);
        EXPECT_EQ(it.r.request, it.r.copy);
      }
      EXPECT_EQ(MPI_Grequest_complete(it.r.request), MPI_SUCCESS);
      EXPECT_EQ(it.run.log(), "");
      EXPECT_EQ(it.value(), 7);
      EXPECT_EQ(completer.call(&it.r.request, ignores ? nullptr : &status, &done), MPI_SUCCESS);
      EXPECT_EQ(done, 1);
      EXPECT_EQ(it.run.log(), whole_completion);
      EXPECT_EQ(it.r.request, MPI_REQUEST_NULL);
      if (!ignores) expect_filled(status);
    }
  }
}

// MPI gives the handle to the next one, but not before the callbacks are over.
TEST(Grequests, KeepTheirHandlesUntilTheirCallbacksAreOver) {
  for (const Completer& completer : completers()) {
    SCOPED_TRACE(completer.name);
    WithValue it;
    std::optional<Generalized> next;
    it.run.hooks(it.a).destroy = [&](const Called& called) {
      next.emplace(it.run, "next");
      EXPECT_NE(next->handle(), called.handle);
    };
    EXPECT_EQ(MPI_Grequest_complete(it.r.request), MPI_SUCCESS);
    int done = 0;
    MPI_Status status;
    EXPECT_EQ(completer.call(&it.r.request, &status, &done), MPI_SUCCESS);
    EXPECT_EQ(done, 1);
    expect_filled(status);
    ASSERT_TRUE(next.has_value());
    EXPECT_EQ(MPI_Grequest_complete(next->request), MPI_SUCCESS);
    EXPECT_EQ(MPI_Wait(&next->request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(it.run.log(), whole_completion + " query(next) free(next)");
  }
}

TEST(Grequests, WithoutValuesRunTheirFunctionsOnly) {
  Trial run("other-endings=as-free");
  Generalized r(run, "r");
  MPI_Grequest_complete(r.request);
  EXPECT_EQ(MPI_Wait(&r.request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(run.log(), "query(r) free(r)");
}

TEST(Grequests, OtherEndings) {
  WithValue it("other-endings=no-callbacks");
  MPI_Grequest_complete(it.r.request);
  MPI_Wait(&it.r.request, MPI_STATUS_IGNORE);
  EXPECT_EQ(it.run.log(), "query(r) free(r) destroy(a,r,7)");
}

TEST(Grequests, AreDistinct) {
  Trial run;
  const MPIX_Key a = run.key("a");
  Generalized r(run, "r");
  Generalized s(run, "s");
  EXPECT_NE(r.request, s.request);
  MPIX_Value_set(a, MPIX_HANDLE_REQUEST, r.handle(), 1);
  EXPECT_EQ(get(a, MPIX_HANDLE_REQUEST, s.handle()), -1);
  for (Generalized* const each : {&r, &s}) MPI_Grequest_complete(each->request), MPI_Request_free(&each->request);
}

TEST(Grequests, TheirVariableIsNullBeforeOrAfter) {
  for (const std::string answer : {"before", "after"}) {
    for (const bool has_value : {true, false}) {
      Trial run("other-endings=as-free,request-completion=" + answer);
      const MPIX_Key a = run.key("a");
      Generalized r(run, "r");
      std::string seen;
      const auto look = [&] { seen += r.request == MPI_REQUEST_NULL ? "n" : "h"; };
      run.hooks(a).free = run.hooks(a).destroy = [&](const Called&) { look(); };
      r.on_query = r.on_free = look;
      if (has_value) MPIX_Value_set(a, MPIX_HANDLE_REQUEST, r.handle(), 1);
      MPI_Grequest_complete(r.request);
      MPI_Wait(&r.request, MPI_STATUS_IGNORE);
      const char letter = has_value && answer == "after" ? 'n' : 'h'; // (without values, the question is not asked)
      EXPECT_EQ(seen, std::string(has_value ? 4 : 2, letter));
      EXPECT_EQ(r.request, MPI_REQUEST_NULL);
    }
  }
}

TEST(Grequests, SeveralEndOneAfterTheOther) {
  Trial run("other-endings=as-free");
  Generalized r(run, "r");
  Generalized s(run, "s");
  std::array<int, 2> buffer{};
  std::array<MPI_Request, 3> requests = {r.request, s.request, MPI_REQUEST_NULL};
  MPI_Irecv(buffer.data(), 2, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[2]);
  const std::array<int, 2> sent = {8, 9};
  MPI_Send(sent.data(), 2, MPI_INT, 0, 1, MPI_COMM_SELF);
  for (Generalized* const each : {&r, &s}) MPI_Grequest_complete(each->request);
  std::array<MPI_Status, 3> statuses{};
  EXPECT_EQ(MPI_Waitall(3, requests.data(), statuses.data()), MPI_SUCCESS);
  const std::string log = run.log();
  for (const std::string name : {"r", "s"}) {
    const auto at = [&](const std::string& function) { return log.find(function + "(" + name + ")"); };
    EXPECT_LT(at("query"), at("free")) << log;
    EXPECT_EQ(at("query"), log.rfind("query(" + name + ")")) << log;
    EXPECT_NE(at("free"), std::string::npos) << log;
  }
  for (std::size_t i = 0; i < 2; ++i) expect_filled(statuses[i]);
  EXPECT_EQ(statuses[2].MPI_TAG, 1);
  EXPECT_EQ(buffer, sent);
  EXPECT_THAT(requests, testing::Each(MPI_REQUEST_NULL));
}

// (MPICH's own MPI_Testall calls query functions where it completes nothing, and each twice where it does.)
TEST(Grequests, TestallIsAllOrNothing) {
  Trial run("other-endings=as-free");
  Generalized r(run, "r");
  int buffer = 0;
  const int sent = 8;
  std::array<MPI_Request, 2> requests = {r.request, MPI_REQUEST_NULL};
  MPI_Irecv(&buffer, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[1]);
  const auto test = [&] {
    int flag = -1;
    EXPECT_EQ(MPI_Testall(2, requests.data(), &flag, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    return flag;
  };
  EXPECT_EQ(test(), 0);
  MPI_Grequest_complete(r.request);
  EXPECT_EQ(test(), 0);
  EXPECT_EQ(run.log(), "");
  EXPECT_EQ(requests[0], r.copy);
  MPI_Send(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  while (test() == 0) {}
  EXPECT_EQ(run.log(), "query(r) free(r)");
  EXPECT_THAT(requests, testing::Each(MPI_REQUEST_NULL));
}

TEST(Grequests, WaitanyTakesOne) {
  Trial run("other-endings=as-free");
  Generalized r(run, "r");
  Generalized s(run, "s");
  std::array<MPI_Request, 2> requests = {r.request, s.request};
  MPI_Grequest_complete(s.request);
  int index = -1;
  MPI_Status status;
  EXPECT_EQ(MPI_Waitany(2, requests.data(), &index, &status), MPI_SUCCESS);
  EXPECT_EQ(index, 1);
  expect_filled(status);
  EXPECT_EQ(run.log(), "query(s) free(s)");
  EXPECT_EQ(requests[0], r.copy);
  MPI_Grequest_complete(r.request);
  MPI_Wait(requests.data(), MPI_STATUS_IGNORE);
}

// ---- MPI_Request_get_status

TEST(Grequests, GetStatusAsksEachTimeAndFreesNothing) {
  WithValue it;
  const auto look = [&](MPI_Status* status) {
    int flag = -1;
    EXPECT_EQ(MPI_Request_get_status(it.r.request, &flag, status), MPI_SUCCESS);
    return flag;
  };
  EXPECT_EQ(look(MPI_STATUS_IGNORE), 0);
  EXPECT_EQ(it.run.log(), "");
  MPI_Grequest_complete(it.r.request);
  MPI_Status status;
  EXPECT_EQ(look(&status), 1);
  expect_filled(status);
  EXPECT_EQ(look(MPI_STATUS_IGNORE), 1);
  EXPECT_EQ(it.run.log(), "query(r) query(r)");
  EXPECT_EQ(it.value(), 7);
  MPI_Wait(&it.r.request, MPI_STATUS_IGNORE);
  EXPECT_EQ(it.run.log(), whole_completion);
}

TEST(Grequests, GetStatusOfOthersIsMPIs) {
  const Trial trial;
  int flag = -1;
  MPI_Status status;
  EXPECT_EQ(MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status), MPI_SUCCESS);
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE);
  int buffer = 0;
  const int sent = 8;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Recv_init(&buffer, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
  EXPECT_EQ(MPI_Request_get_status(request, &flag, &status), MPI_SUCCESS); // inactive
  EXPECT_EQ(flag, 1);
  MPI_Start(&request);
  EXPECT_EQ(MPI_Request_get_status(request, &flag, &status), MPI_SUCCESS);
  EXPECT_EQ(flag, 0);
  MPI_Send(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  do MPI_Request_get_status(request, &flag, &status);
  while (flag == 0);
  EXPECT_EQ(status.MPI_TAG, 1);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(buffer, 8);
  MPI_Request stale = request;
  MPI_Start(&request);
  MPI_Request_free(&request); // while it is pending
  EXPECT_EQ(error(MPI_Request_get_status(stale, &flag, &status)), "handle");
  MPI_Send(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
}

} // namespace
} // namespace moot::layer::test
