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

void free(const Object& object) {
  switch (object.kind) {
  case Kind::communicator: {
    MPI_Comm comm = MPIX_Handle_comm(object.native);
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_free(&comm);
    break;
  }
  case Kind::datatype: {
    MPI_Datatype datatype = MPIX_Handle_datatype(object.native);
    MPI_Type_free(&datatype);
    break;
  }
  case Kind::window: {
    MPI_Win window = MPIX_Handle_win(object.native);
    PMPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
    MPI_Win_free(&window);
    break;
  }
  case Kind::file: {
    MPI_File file = MPIX_Handle_file(object.native);
    MPI_File_close(&file);
    break;
  }
  case Kind::info: {
    MPI_Info info = MPIX_Handle_info(object.native);
    MPI_Info_free(&info);
    break;
  }
  case Kind::group: {
    MPI_Group group = MPIX_Handle_group(object.native);
    MPI_Group_free(&group);
    break;
  }
  case Kind::message: {
    MPI_Message message = MPIX_Handle_message(object.native);
    MPI_Mrecv(receive_buffer(), 1 << 20, MPI_BYTE, &message, MPI_STATUS_IGNORE); // (of one element)
    break;
  }
  case Kind::op: {
    MPI_Op op = MPIX_Handle_op(object.native);
    MPI_Op_free(&op);
    break;
  }
  case Kind::errhandler: {
    MPI_Errhandler errhandler = MPIX_Handle_errhandler(object.native);
    MPI_Errhandler_free(&errhandler);
    break;
  }
#if MPI_VERSION >= 4
  case Kind::session: {
    MPI_Session session = MPIX_Handle_session(object.native);
    MPI_Session_finalize(&session);
    break;
  }
#endif
  case Kind::key: free_key(object.native); break;
  case Kind::keyval: {
    auto keyval = static_cast<int>(object.native); // (two of the three are for other kinds of object, and fail)
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
