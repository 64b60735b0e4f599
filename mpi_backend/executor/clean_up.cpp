#include "mpi_backend/executor/clean_up.h"

#include "mpi_backend/executor/through.h"

namespace moot::executor {
namespace {

constexpr int patience = 1000; // how often to look at what should come to an end

// Receives and drops the messages that nobody received: a receive of the next case would take them.
void drop_messages(MPI_Comm comm) {
  for (;;) {
    int flag = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    if (PMPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, &message, &status) != MPI_SUCCESS || flag == 0) return;
    int size = 0;
    PMPI_Get_count(&status, MPI_BYTE, &size);
    std::vector<char> content(static_cast<std::size_t>(size > 0 ? size : 0));
    PMPI_Mrecv(content.data(), static_cast<int>(content.size()), MPI_BYTE, &message, MPI_STATUS_IGNORE);
  }
}

void cancel(Object& object) {
  MPI_Request request = MPIX_Handle_request(object.native);
  int done = 1; // as an inactive one is
  if (object.receive && PMPI_Request_get_status(request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done == 0)
    MPI_Cancel(&request);
}

void complete(Object& object) {
  MPI_Request request = MPIX_Handle_request(object.native);
  if (object.complete == false) PMPI_Grequest_complete(request);
  for (int i = 0; i < patience && request != MPI_REQUEST_NULL; ++i) {
    int flag = 0;
    if (MPI_Test(&request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS) return;
    if (flag != 0 && request != MPI_REQUEST_NULL) MPI_Request_free(&request); // a persistent one
  }
}

template <class Native> void end(int (*free)(Native*), Native handle) { free(&handle); }

void free(const Object& object) {
  const MPIX_Handle handle = object.native;
  if (object.kind == Kind::communicator) PMPI_Comm_set_errhandler(MPIX_Handle_comm(handle), MPI_ERRORS_RETURN);
  if (object.kind == Kind::window) PMPI_Win_set_errhandler(MPIX_Handle_win(handle), MPI_ERRORS_RETURN);
  if (object.kind == Kind::request) return; // (complete)
  switch (object.kind) {
  case Kind::message: {
    MPI_Message message = MPIX_Handle_message(handle);
    MPI_Mrecv(receive_buffer(), 1 << 20, MPI_BYTE, &message, MPI_STATUS_IGNORE); // (of one element)
    break;
  }
#define ROW(kind, word, handle_type, null, type, c2f, f2c, ends)                                                       \
  case Kind::kind: end<type>(ends, MPIX_Handle_##word(handle)); break;
    MOOT_FREED_KINDS(ROW)
#undef ROW
  case Kind::key: free_key(handle); break;
  case Kind::keyval: {
    auto keyval = static_cast<int>(handle); // (two of the three are for other kinds of object, and fail)
    for (const auto free_keyval : {PMPI_Comm_free_keyval, PMPI_Type_free_keyval, PMPI_Win_free_keyval})
      if (keyval != MPI_KEYVAL_INVALID) free_keyval(&keyval);
    break;
  }
  default: break;
  }
}

// Predefined objects are never freed: what a case set on them goes one by one. Was there any?
bool delete_attributes(const std::vector<Object>& objects) {
  bool any = false;
  for (const Object& keyval : objects) {
    if (keyval.kind != Kind::keyval || keyval.predefined) continue;
    const auto number = static_cast<int>(keyval.native);
    for (const auto comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
      void* value = nullptr;
      int flag = 0;
      if (PMPI_Comm_get_attr(comm, number, static_cast<void*>(&value), &flag) == MPI_SUCCESS && flag != 0)
        any |= PMPI_Comm_delete_attr(comm, number) == MPI_SUCCESS;
    }
    for (const auto datatype : {MPI_INT, MPI_DOUBLE}) {
      void* value = nullptr;
      int flag = 0;
      if (PMPI_Type_get_attr(datatype, number, static_cast<void*>(&value), &flag) == MPI_SUCCESS && flag != 0)
        any |= PMPI_Type_delete_attr(datatype, number) == MPI_SUCCESS;
    }
  }
  return any;
}

} // namespace

void clean_up(Objects& objects) {
  for (const auto comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  std::vector<Object*> left;
  bool messages = false;
  for (Object& object : objects.all()) {
    if (object.kind == Kind::request || object.kind == Kind::message) messages = true;
    for (int i = 0; i < object.handles; ++i) left.push_back(&object);
  }
  for (Object* object : left)
    if (object->kind == Kind::request) cancel(*object);
  if (messages) {
    drop_messages(MPI_COMM_WORLD);
    drop_messages(MPI_COMM_SELF);
  }
  for (const Object* object : left)
    if (messages && object->kind == Kind::communicator) drop_messages(MPIX_Handle_comm(object->native));
  for (Object* object : left)
    if (object->kind == Kind::request) complete(*object);
  // Again as long as there is one: a library may keep two under one keyval, and find the second when others are gone.
  for (int i = 0; i < patience && delete_attributes(objects.all()); ++i) {}
  for (const Object* object : left) free(*object);
}

} // namespace moot::executor
