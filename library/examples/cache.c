/* A library that keeps something on a communicator of its user's: with a key of Ticket 304, through the layer. */
#include <mpix.h>
#include <stdio.h>

static void on_free(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint context, MPI_Aint value) {
  int size = 0;
  (void)key, (void)handle_type, (void)context;
  MPI_Comm_size(MPIX_Handle_comm(handle), &size); /* the handle still works */
  printf("free %d, of %d\n", (int)value, size);
}

static void on_destroy(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint context, MPI_Aint value) {
  (void)handle_type, (void)handle, (void)context;
  printf("destroy %d, %s\n", (int)value, key == MPIX_KEY_NULL ? "the key is freed" : "the key is there");
}

int main(int argc, char** argv) {
  MPIX_Key key;
  MPI_Comm comm;
  MPI_Aint value = 0;
  int flag = 0;
  MPI_Init(&argc, &argv);
  /* Questions that the slides leave open. Without this, the layer draws the answers from a seed. */
  MPIX_Layer_start(0, "null-callbacks=allowed,value-after-free-callback=kept");
  MPIX_Key_create(NULL, on_free, on_destroy, 0, &key);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPIX_Value_set(key, MPIX_HANDLE_COMM, MPIX_HANDLE(comm), 42);
  MPIX_Value_get(key, MPIX_HANDLE_COMM, MPIX_HANDLE(comm), &value, &flag);
  printf("get %d\n", flag ? (int)value : -1);
  MPIX_Key_free(&key); /* it lives until its last value goes */
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
