/* Values under keys (Ticket 304), through the layer. A destroy callback makes a call. */
#include <mpix.h>
#include <stddef.h>

static int counted;

static void copy(MPIX_Key key, int handle_type, MPIX_Handle old_handle, MPIX_Handle new_handle, MPI_Aint key_context,
                 MPI_Aint old_value, MPI_Aint* new_value, int* flag) {
  (void)key, (void)handle_type, (void)old_handle, (void)new_handle;
  *new_value = old_value + 1;
  *flag = key_context == 5;
}

static void leave(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint key_context, MPI_Aint value) {
  int finalized;
  (void)key, (void)handle_type, (void)handle, (void)value;
  MPI_Finalized(&finalized);
  counted += key_context == 5 ? 1 : 100;
}

int main(int argc, char** argv) {
  MPI_Comm one, other;
  MPIX_Key key;
  MPI_Aint value;
  int flag;
  MPI_Init(&argc, &argv);
  MPIX_Key_create(copy, NULL, leave, 5, &key);
  MPI_Comm_dup(MPI_COMM_SELF, &one);
  MPIX_Value_set(key, MPIX_HANDLE_COMM, (MPIX_Handle)one, 10);
  MPI_Comm_dup(one, &other);
  MPIX_Value_get(key, MPIX_HANDLE_COMM, (MPIX_Handle)other, &value, &flag);
  if (!flag || value != 11) return 3;
  MPIX_Value_clear(key, MPIX_HANDLE_COMM, (MPIX_Handle)one);
  MPI_Comm_free(&other);
  MPIX_Value_set(key, MPIX_HANDLE_COMM, (MPIX_Handle)one, 20);
  MPI_Comm_dup(one, &other); /* it may get the handle that was freed */
  MPI_Comm_free(&other);
  MPI_Comm_free(&one);
  MPIX_Key_free(&key);
  MPI_Finalize();
  return counted == 4 ? 0 : 4;
}
