/* A program of plain C that uses the layer as docs/layer.md says. It starts no run: the environment decides. */
#include "mpix.h"

#include <stdio.h>
#include <string.h>

static int destroyed = 0;

static void copy(MPIX_Key key, int type, MPIX_Handle old_handle, MPIX_Handle new_handle, MPI_Aint context,
                 MPI_Aint old_value, MPI_Aint* new_value, int* flag) {
  (void)key, (void)old_handle, (void)new_handle, (void)context;
  *new_value = old_value;
  *flag = type == MPIX_HANDLE_COMM;
}

static void nothing(MPIX_Key key, int type, MPIX_Handle handle, MPI_Aint context, MPI_Aint value) {
  (void)key, (void)type, (void)handle, (void)context, (void)value;
}

static void count(MPIX_Key key, int type, MPIX_Handle handle, MPI_Aint context, MPI_Aint value) {
  MPI_Comm comm = MPIX_Handle_comm(handle);
  (void)key, (void)type, (void)comm;
  if (context == 11 && value == 42) ++destroyed;
}

/* A generalized request from before the first key: the library's alone. */
static int queried = 0;
static int freed = 0;
static int cancelled = 0;

static int query_fn(void* extra_state, MPI_Status* status) {
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  if (extra_state == (void*)&queried) ++queried;
  return MPI_SUCCESS;
}
static int free_fn(void* extra_state) {
  if (extra_state == (void*)&queried) ++freed;
  return MPI_SUCCESS;
}
static int cancel_fn(void* extra_state, int complete) {
  if (extra_state == (void*)&queried && !complete) ++cancelled;
  return MPI_SUCCESS;
}

/* A request from before the first key holds no value, and the error says why; get and clear find none either. */
static int holds_no_value(MPIX_Key key, MPI_Request request) {
  const MPIX_Handle handle = MPIX_HANDLE(request);
  const int error = MPIX_Value_set(key, MPIX_HANDLE_REQUEST, handle, 42);
  char text[MPI_MAX_ERROR_STRING] = "";
  MPI_Aint value = 7;
  int length = 0;
  int flag = 7;
  int class = MPI_SUCCESS;
  MPI_Error_class(error, &class);
  MPI_Error_string(error, text, &length);
  return class == MPIX_ERR_HANDLE && strstr(text, "it was made before the first MPIX_Key_create") != NULL &&
         MPIX_Value_get(key, MPIX_HANDLE_REQUEST, handle, &value, &flag) == error && value == 7 &&
         MPIX_Value_clear(key, MPIX_HANDLE_REQUEST, handle) == error;
}

int main(int argc, char** argv) {
  MPIX_Key key = MPIX_KEY_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm second = MPI_COMM_NULL;
  MPI_Aint value = 0;
  int flag = 0;
  int ok = 1;
  MPI_Request early[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Request receive = MPI_REQUEST_NULL;
  const int sent = 5;
  int received = 0;
  int i = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Irecv(&received, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &receive);
  for (i = 0; i < 2; ++i)
    ok = ok && MPI_Grequest_start(query_fn, free_fn, cancel_fn, &queried, &early[i]) == MPI_SUCCESS;
  ok = ok && MPI_Grequest_complete(early[0]) == MPI_SUCCESS;
  ok = ok && MPI_Request_get_status(early[0], &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag && queried == 1;
  ok = ok && MPI_Wait(&early[0], MPI_STATUS_IGNORE) == MPI_SUCCESS && queried == 2 && freed == 1;
  ok = ok && MPIX_Key_create(copy, nothing, count, 11, &key) == MPI_SUCCESS;
  ok = ok && holds_no_value(key, receive);
  MPI_Send(&sent, 1, MPI_INT, 0, 3, MPI_COMM_SELF);
  ok = ok && MPI_Wait(&receive, MPI_STATUS_IGNORE) == MPI_SUCCESS && received == 5 && receive == MPI_REQUEST_NULL;
  ok = ok && MPIX_Key_f2c(MPIX_Key_c2f(key)) == key;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  ok = ok && MPIX_Value_set(key, MPIX_HANDLE_COMM, MPIX_HANDLE(comm), 42) == MPI_SUCCESS;
  MPI_Comm_dup(comm, &second);
  MPIX_Value_get(key, MPIX_HANDLE_COMM, MPIX_HANDLE(second), &value, &flag);
  ok = ok && flag && value == 42;
  ok = ok && MPIX_Value_clear(key, MPIX_HANDLE_COMM, MPIX_HANDLE(second)) == MPI_SUCCESS && destroyed == 1;
  MPI_Comm_free(&second);
  MPI_Comm_free(&comm);
  ok = ok && MPIX_Key_free(&key) == MPI_SUCCESS && key == MPIX_KEY_NULL;
  ok = ok && MPIX_Value_clear(key, MPIX_HANDLE_COMM, MPIX_HANDLE(MPI_COMM_SELF)) != MPI_SUCCESS;
  ok = ok && MPI_Cancel(&early[1]) == MPI_SUCCESS && cancelled == 1;
  ok = ok && MPI_Grequest_complete(early[1]) == MPI_SUCCESS;
  ok = ok && MPI_Wait(&early[1], MPI_STATUS_IGNORE) == MPI_SUCCESS && queried == 3 && freed == 2;
  MPI_Finalize();
  printf("%s\n", ok ? "ok" : "FAILED");
  return ok ? 0 : 1;
}
