// Values on files, groups, operations, error handlers and sessions: the life of one on each kind.
#include "mpi_backend/layer/layer_test.h"

#include <array>
#include <gmock/gmock.h>

namespace moot::layer::test {
namespace {

// Set, get, clear, set again and end: a kind of handle, one of it, and what ends it.
template <class Handle, class End> std::string life(int type, Handle handle, End end, const std::string& answers = "") {
  Trial run(answers);
  const MPIX_Key a = run.key("a");
  const MPIX_Handle any = run.called("x", any_handle(handle()));
  const auto note = [&](MPI_Aint value) { run.say(std::to_string(value)); };
  run.say(error(MPIX_Value_set(a, type, any, 1)));
  note(get(a, type, any));
  run.say(error(MPIX_Value_clear(a, type, any)));
  note(get(a, type, any));
  run.say(error(MPIX_Value_set(a, type, any, 2)));
  end(any);
  note(get(a, type, any)); // a handle of nothing
  return run.log();
}

const std::string whole_life = "ok 1 destroy(a,x,1) ok -1 ok free(a,x,2) destroy(a,x,2) -2";
const std::string without_free = "ok 1 destroy(a,x,1) ok -1 ok destroy(a,x,2) -2";

MPI_Group a_group() {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_SELF, &group);
  return group;
}

MPI_File a_file() {
  MPI_File file = MPI_FILE_NULL;
  MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  return file;
}

TEST(Kinds, Op) {
  const auto make = [] {
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create(no_operation, 1, &op);
    return op;
  };
  const auto end = [](MPIX_Handle handle) {
    MPI_Op op = MPIX_Handle_op(handle);
    EXPECT_EQ(MPI_Op_free(&op), MPI_SUCCESS);
    EXPECT_EQ(op, MPI_OP_NULL);
  };
  EXPECT_EQ(life(MPIX_HANDLE_OP, make, end), whole_life);
}

TEST(Kinds, Errhandler) {
  const auto make = [] {
    MPI_Errhandler errhandler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(no_handler, &errhandler);
    return errhandler;
  };
  const auto end = [](MPIX_Handle handle) {
    MPI_Errhandler errhandler = MPIX_Handle_errhandler(handle);
    EXPECT_EQ(MPI_Errhandler_free(&errhandler), MPI_SUCCESS);
    EXPECT_EQ(errhandler, MPI_ERRHANDLER_NULL);
  };
  EXPECT_EQ(life(MPIX_HANDLE_ERRHANDLER, make, end), whole_life);
}

TEST(Kinds, Group) {
  const auto end = [](MPIX_Handle handle) {
    MPI_Group group = MPIX_Handle_group(handle);
    EXPECT_EQ(MPI_Group_free(&group), MPI_SUCCESS);
    EXPECT_EQ(group, MPI_GROUP_NULL);
  };
  EXPECT_EQ(life(MPIX_HANDLE_GROUP, a_group, end, "value-on=handle"), whole_life);
}

TEST(Kinds, File) {
  const auto end = [](MPIX_Handle handle) {
    MPI_File file = MPIX_Handle_file(handle);
    EXPECT_EQ(MPI_File_close(&file), MPI_SUCCESS);
    EXPECT_EQ(file, MPI_FILE_NULL);
  };
  EXPECT_EQ(life(MPIX_HANDLE_FILE, a_file, end, "other-endings=as-free"), whole_life);
  EXPECT_EQ(life(MPIX_HANDLE_FILE, a_file, end, "other-endings=no-callbacks"), without_free);
}

TEST(Kinds, Message) {
  const int sent = 7;
  MPI_Request request = MPI_REQUEST_NULL;
  const auto make = [&] {
    MPI_Isend(&sent, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request);
    MPI_Message message = MPI_MESSAGE_NULL;
    EXPECT_EQ(MPI_Mprobe(0, 5, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE), MPI_SUCCESS);
    return message;
  };
  const auto end = [&](MPIX_Handle handle) {
    MPI_Message message = MPIX_Handle_message(handle);
    int received = 0;
    EXPECT_EQ(MPI_Mrecv(&received, 1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(message, MPI_MESSAGE_NULL);
    EXPECT_EQ(received, 7);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  };
  EXPECT_EQ(life(MPIX_HANDLE_MESSAGE, make, end), whole_life);
  EXPECT_EQ(life(MPIX_HANDLE_MESSAGE, make, end, "other-endings=no-callbacks"), without_free);
}

// MPI gives the handle to the next one, but not before the callbacks are over.
TEST(Kinds, AMessageKeepsItsHandleUntilItsCallbacksAreOver) {
  Trial run("other-endings=as-free");
  const MPIX_Key a = run.key("a");
  const std::array sent{7, 8};
  std::array<MPI_Request, 2> requests{};
  for (std::size_t i = 0; i < 2; ++i) MPI_Isend(&sent.at(i), 1, MPI_INT, 0, 5, MPI_COMM_SELF, &requests.at(i));
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Message next = MPI_MESSAGE_NULL;
  MPI_Mprobe(0, 5, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
  MPIX_Value_set(a, MPIX_HANDLE_MESSAGE, any_handle(run.called("m", message)), 1);
  run.hooks(a).destroy = [&](const Called& called) {
    MPI_Mprobe(0, 5, MPI_COMM_SELF, &next, MPI_STATUS_IGNORE);
    EXPECT_NE(any_handle(next), called.handle);
  };
  int received = 0;
  MPI_Mrecv(&received, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  EXPECT_EQ(run.log(), "free(a,m,1) destroy(a,m,1)");
  EXPECT_EQ(received, 7);
  MPI_Mrecv(&received, 1, MPI_INT, &next, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, 8);
  MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
}

// MPICH gives one more handle of the datatype itself.
TEST(Kinds, ContentsOfADatatypeAreNewOnes) {
  Trial run;
  const MPIX_Key a = run.key("a");
  MPI_Datatype base = MPI_DATATYPE_NULL;
  MPI_Datatype derived = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_INT, &base);
  MPI_Type_contiguous(3, base, &derived);
  MPIX_Value_set(a, MPIX_HANDLE_DATATYPE, any_handle(run.called("base", base)), 1);
  std::array<int, 1> integers{};
  MPI_Datatype content = MPI_DATATYPE_NULL;
  MPI_Type_get_contents(derived, 1, 0, 1, integers.data(), nullptr, &content);
  EXPECT_EQ(integers[0], 3);
  EXPECT_NE(content, base);
  EXPECT_EQ(get(a, MPIX_HANDLE_DATATYPE, any_handle(content)), -1);
  EXPECT_EQ(MPI_Type_free(&content), MPI_SUCCESS);
  EXPECT_EQ(get(a, MPIX_HANDLE_DATATYPE, any_handle(base)), 1);
  MPI_Type_get_contents(base, 1, 0, 1, integers.data(), nullptr, &content);
  EXPECT_EQ(content, MPI_INT);
}

#if MPI_VERSION >= 4
TEST(Kinds, Session) {
  const auto make = [] {
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    return session;
  };
  const auto end = [](MPIX_Handle handle) {
    MPI_Session session = MPIX_Handle_session(handle);
    EXPECT_EQ(MPI_Session_finalize(&session), MPI_SUCCESS);
  };
  EXPECT_EQ(life(MPIX_HANDLE_SESSION, make, end, "other-endings=as-free"), whole_life);
}
#endif

// ---- several handles of one object

TEST(Kinds, HandlesOfOneGroup) {
  Trial run("value-on=object,free-per-handle=each");
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  MPI_Group one = MPI_GROUP_NULL;
  MPI_Group other = MPI_GROUP_NULL;
  MPI_Group of_world = MPI_GROUP_NULL;
  MPI_Comm_group(c, &one);
  MPI_Comm_group(c, &other);
  MPI_Comm_group(MPI_COMM_WORLD, &of_world);
  EXPECT_EQ(one, other);
  EXPECT_NE(one, of_world); // whatever MPI says
  run.called("g", one);
  EXPECT_EQ(error(MPIX_Value_set(a, MPIX_HANDLE_GROUP, any_handle(one), 1)), "ok");
  MPI_Group_free(&other);
  MPI_Group_free(&one);
  MPI_Group_free(&of_world);
  EXPECT_EQ(run.log(), "free(a,g,1) free(a,g,1)");
  MPI_Comm_free(&c); // it keeps its group
  EXPECT_EQ(run.log(), "destroy(a,g,1)");
}

TEST(Kinds, HandlesOfOneErrorHandler) {
  for (const std::string on : {"object", "handle"}) {
    Trial run("value-on=" + on);
    const MPIX_Key a = run.key("a");
    MPI_Comm c = run.comm("c");
    MPI_Errhandler made = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(no_handler, &made);
    MPI_Comm_set_errhandler(c, made);
    MPIX_Value_set(a, MPIX_HANDLE_ERRHANDLER, any_handle(made), 3);
    MPI_Errhandler got = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(c, &got);
    EXPECT_EQ(got == made, on == "object");
    EXPECT_EQ(get(a, MPIX_HANDLE_ERRHANDLER, any_handle(got)), on == "object" ? 3 : -1);
    EXPECT_EQ(MPI_Errhandler_free(&got), MPI_SUCCESS);
    EXPECT_EQ(MPI_Errhandler_free(&made), MPI_SUCCESS);
    MPI_Comm_free(&c);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &got); // one of MPI's: freed as often as it was given
    EXPECT_EQ(MPI_Errhandler_free(&got), MPI_SUCCESS);
  }
}

TEST(Kinds, PredefinedOnesAreNotFreed) {
  const Trial trial;
  MPI_Op op = MPI_SUM;
  EXPECT_EQ(error(MPI_Op_free(&op)), "handle");
  EXPECT_EQ(op, MPI_SUM);
  MPI_Errhandler errhandler = MPI_ERRORS_RETURN;
  EXPECT_EQ(error(MPI_Errhandler_free(&errhandler)), "handle");
}

// ---- requests

TEST(Requests, EndInAnyOrderOneAfterTheOther) {
  Trial run("other-endings=no-callbacks");
  const MPIX_Key a = run.key("a");
  std::array<MPI_Request, 2> requests{};
  int buffer = 0;
  const int sent = 1;
  for (std::size_t i = 0; i < 2; ++i) {
    MPI_Irecv(&buffer, 1, MPI_INT, 0, static_cast<int>(i), MPI_COMM_SELF, &requests[i]);
    MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(run.called("r", requests[i])), static_cast<MPI_Aint>(i));
  }
  for (int i = 0; i < 2; ++i) MPI_Send(&sent, 1, MPI_INT, 0, i, MPI_COMM_SELF);
  MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  const std::string log = run.log();
  EXPECT_TRUE(log == "destroy(a,r,0) destroy(a,r,1)" || log == "destroy(a,r,1) destroy(a,r,0)") << log;
}

TEST(Requests, AreNullBeforeOrAfterTheirCallbacks) {
  for (const std::string answer : {"before", "after"}) {
    Trial run("request-completion=" + answer);
    const MPIX_Key a = run.key("a");
    int buffer = 0;
    const int sent = 1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&buffer, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    run.hooks(a).destroy = [&](const Called&) { run.say(request == MPI_REQUEST_NULL ? "null" : "set"); };
    MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(run.called("r", request)), 1);
    MPI_Send(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(request, MPI_REQUEST_NULL);
    EXPECT_THAT(run.log(), testing::EndsWith(answer == "before" ? "set" : "null"));
  }
}

// The variable is free for the next request once it is null.
TEST(Requests, ACallbackMayUseTheVariableAgain) {
  Trial run("other-endings=as-free,request-completion=after");
  const MPIX_Key a = run.key("a");
  std::array<int, 2> received{};
  MPI_Request request = MPI_REQUEST_NULL;
  run.hooks(a).free = [&](const Called&) { MPI_Irecv(&received[1], 1, MPI_INT, 0, 8, MPI_COMM_SELF, &request); };
  MPI_Irecv(received.data(), 1, MPI_INT, 0, 7, MPI_COMM_SELF, &request);
  MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(request), 1);
  const std::array sent{7, 8};
  MPI_Send(sent.data(), 1, MPI_INT, 0, 7, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_NE(request, MPI_REQUEST_NULL);
  MPI_Send(&sent[1], 1, MPI_INT, 0, 8, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_EQ(received, sent);
}

TEST(Requests, ACallbackOfOneMayNotEndIt) {
  Trial run("other-endings=as-free");
  const MPIX_Key a = run.key("a");
  int buffer = 0;
  const int sent = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&buffer, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  run.hooks(a).free = [&](const Called& called) {
    MPI_Request own = MPIX_Handle_request(called.handle);
    run.say(error(MPI_Wait(&own, MPI_STATUS_IGNORE)));
    run.say(error(MPI_Request_free(&own)));
    run.say(error(MPI_Cancel(&own)));
  };
  MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(run.called("r", request)), 1);
  MPI_Send(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(run.log(), "free(a,r,1) handle handle handle destroy(a,r,1)");
}

TEST(Requests, FreedOnesEndWithTheirOperations) {
  Trial run;
  const MPIX_Key a = run.key("a");
  int buffer = 0;
  const int sent = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&buffer, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  MPIX_Value_set(a, MPIX_HANDLE_REQUEST, any_handle(run.called("r", request)), 1);
  MPI_Request_free(&request);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  for (int i = 0; i < 20; ++i) get(a, MPI_COMM_SELF);
  EXPECT_EQ(run.log(), "free(a,r,1)"); // no message, no end
  MPI_Send(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  for (int i = 0; i < 64; ++i) get(a, MPI_COMM_SELF); // a coin decides in each
  EXPECT_THAT(run.log(), testing::StartsWith("destroy(a,"));
}

// ---- MPI_Comm_idup

TEST(Idup, CopiesAtTheCallOrWhenItIsComplete) {
  for (const std::string answer : {"call", "completion"}) {
    Trial run("idup-copy-time=" + answer);
    const MPIX_Key a = run.key("a");
    MPI_Comm c = run.comm("c");
    set(a, c, 1);
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_idup(c, &made, &request);
    EXPECT_EQ(run.log(), answer == "call" ? "copy(a,c,1)" : "");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(run.log(), answer == "call" ? "" : "copy(a,c,1)");
    EXPECT_EQ(get(a, made), 101);
    MPI_Comm_free(&made), MPI_Comm_free(&c);
  }
}

} // namespace
} // namespace moot::layer::test
