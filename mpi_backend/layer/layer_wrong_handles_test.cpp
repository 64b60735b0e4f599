// A wrong handle_type, a null or stale handle, a null key: an error code, and nothing else changes, on each kind of handle.
#include "mpi_backend/layer/layer_test.h"

#include <functional>
#include <limits>
#include <ostream>

namespace moot::layer::test {
namespace {

void handles_none(MPI_Comm*, int*, ...) {} // NOLINT(cert-dcl50-cpp): as MPI calls it

// The classes of error of what is done with a handle.
struct Refused {
  std::string set, get, clear;
};

Refused refused(MPIX_Key key, int type, MPIX_Handle handle) {
  MPI_Aint value = 0;
  int flag = 0;
  return {error(MPIX_Value_set(key, type, handle, 2)), error(MPIX_Value_get(key, type, handle, &value, &flag)),
          error(MPIX_Value_clear(key, type, handle))};
}

bool operator==(const Refused& refused, const std::string& what) {
  return refused.set == what && refused.get == what && refused.clear == what;
}
void PrintTo(const Refused& it, std::ostream* out) { *out << it.set << ' ' << it.get << ' ' << it.clear; }

// A kind of handle: what makes one, and what ends it. (Made while a key exists, since a request has a handle of its own only then.)
template <class Native>
void expect_refusals(int type, Native null, const std::function<void(Native*)>& make,
                     const std::function<void(Native*)>& end) {
  SCOPED_TRACE(type);
  Trial run("value-on=handle,other-endings=no-callbacks");
  const MPIX_Key a = run.key("a");
  Native native = null;
  make(&native);
  const MPIX_Handle handle = any_handle(native);
  EXPECT_EQ(error(MPIX_Value_set(a, type, handle, 1)), "ok");
  for (int other = -1; other < 20; ++other) {
    if (other == type) continue;
    EXPECT_EQ(refused(a, other, handle), "handle") << other;
  }
  for (const int none : {99, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()})
    EXPECT_EQ(refused(a, none, handle), "handle") << none;
  EXPECT_EQ(refused(MPIX_KEY_NULL, type, handle), "key");
  EXPECT_EQ(refused(a, type, any_handle(null)), "handle");
  EXPECT_EQ(get(a, type, handle), 1);
  EXPECT_EQ(run.log(), "");
  end(&native);
  EXPECT_NE(run.log(), "");
  EXPECT_EQ(refused(a, type, handle), "handle"); // a stale one
  for (int other = 0; other < 20; ++other) EXPECT_EQ(refused(a, other, handle), "handle") << "stale, " << other;
  EXPECT_EQ(run.log(), "");
}

#ifdef MPICH_NUMVERSION
// MPICH's handles say of which kind they are. (Open MPI's are addresses: of one that the layer has not seen being made, it believes the program.)
TEST(WrongHandles, FromBeforeTheFirstKey) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  PMPI_Type_contiguous(2, MPI_INT, &type); // not seen by the layer
  Trial run;
  const MPIX_Key a = run.key("a");
  for (int other = 0; other < 20; ++other) {
    if (other == MPIX_HANDLE_DATATYPE || other == MPIX_HANDLE_FILE) continue; // (a file is an address)
    EXPECT_EQ(refused(a, other, any_handle(type)), "handle") << other;
  }
  EXPECT_EQ(error(MPIX_Value_set(a, MPIX_HANDLE_DATATYPE, any_handle(type), 1)), "ok");
  MPI_Type_free(&type);
}
#endif

TEST(WrongHandles, Communicator) {
  expect_refusals<MPI_Comm>(
      MPIX_HANDLE_COMM, MPI_COMM_NULL, [](MPI_Comm* it) { MPI_Comm_dup(MPI_COMM_SELF, it); }, MPI_Comm_free);
}

TEST(WrongHandles, Datatype) {
  expect_refusals<MPI_Datatype>(
      MPIX_HANDLE_DATATYPE, MPI_DATATYPE_NULL, [](MPI_Datatype* it) { MPI_Type_contiguous(2, MPI_INT, it); },
      MPI_Type_free);
}

TEST(WrongHandles, Window) {
  void* memory = nullptr;
  expect_refusals<MPI_Win>(
      MPIX_HANDLE_WIN, MPI_WIN_NULL,
      [&](MPI_Win* it) { MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, it); }, MPI_Win_free);
}

TEST(WrongHandles, Info) { expect_refusals<MPI_Info>(MPIX_HANDLE_INFO, MPI_INFO_NULL, MPI_Info_create, MPI_Info_free); }

TEST(WrongHandles, Key) {
  expect_refusals<MPIX_Key>(
      MPIX_HANDLE_KEY, MPIX_KEY_NULL, [](MPIX_Key* it) { MPIX_Key_create(nullptr, nullptr, nullptr, 0, it); },
      MPIX_Key_free);
}

TEST(WrongHandles, Request) {
  int received = 0;
  expect_refusals<MPI_Request>(
      MPIX_HANDLE_REQUEST, MPI_REQUEST_NULL,
      [&](MPI_Request* it) { MPI_Recv_init(&received, 1, MPI_INT, 0, 5, MPI_COMM_SELF, it); }, MPI_Request_free);
}

TEST(WrongHandles, File) {
  expect_refusals<MPI_File>(
      MPIX_HANDLE_FILE, MPI_FILE_NULL,
      [](MPI_File* it) { MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, it); },
      MPI_File_close);
}

TEST(WrongHandles, Errhandler) {
  expect_refusals<MPI_Errhandler>(
      MPIX_HANDLE_ERRHANDLER, MPI_ERRHANDLER_NULL,
      [](MPI_Errhandler* it) { MPI_Comm_create_errhandler(handles_none, it); }, MPI_Errhandler_free);
}

TEST(WrongHandles, Group) {
  expect_refusals<MPI_Group>(
      MPIX_HANDLE_GROUP, MPI_GROUP_NULL, [](MPI_Group* it) { MPI_Comm_group(MPI_COMM_SELF, it); }, MPI_Group_free);
}

TEST(WrongHandles, Op) {
  expect_refusals<MPI_Op>(
      MPIX_HANDLE_OP, MPI_OP_NULL, [](MPI_Op* it) { MPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, 1, it); },
      MPI_Op_free);
}

TEST(WrongHandles, Message) {
  const int sent = 7;
  int received = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  const auto probe = [&](MPI_Message* it) {
    MPI_Isend(&sent, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request);
    MPI_Mprobe(0, 5, MPI_COMM_SELF, it, MPI_STATUS_IGNORE);
  };
  const auto receive = [&](MPI_Message* it) {
    MPI_Mrecv(&received, 1, MPI_INT, it, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  };
  expect_refusals<MPI_Message>(MPIX_HANDLE_MESSAGE, MPI_MESSAGE_NULL, probe, receive);
}

#if MPI_VERSION >= 4
TEST(WrongHandles, Session) {
  expect_refusals<MPI_Session>(
      MPIX_HANDLE_SESSION, MPI_SESSION_NULL,
      [](MPI_Session* it) { MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, it); }, MPI_Session_finalize);
}
#endif

} // namespace
} // namespace moot::layer::test
