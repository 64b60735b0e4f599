/* Sets attributes and duplicates for ever, once it has said its number and that it has begun; a number of rounds may be given. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int copy(MPI_Comm old, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  (void)extra_state;
  MPI_Comm_get_attr(old, keyval, value_out, flag);
  *(void**)value_out = value;
  return MPI_SUCCESS;
}
static int delete (MPI_Comm comm, int keyval, void* value, void* extra_state) {
  (void)comm, (void)keyval, (void)value, (void)extra_state;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Comm comm, twin;
  int keyval;
  const long rounds = argc > 1 ? atol(argv[1]) : -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_create_keyval(copy, delete, &keyval, NULL);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  printf("%d\n", (int)getpid());
  fflush(stdout);
  for (long i = 0; i != rounds; ++i) {
    MPI_Comm_set_attr(comm, keyval, (void*)i);
    MPI_Comm_dup(comm, &twin);
    MPI_Comm_free(&twin);
  }
  MPI_Comm_free(&comm);
  MPI_Comm_free_keyval(&keyval);
  MPI_Finalize();
  return argc > 2 ? atoi(argv[2]) : 0;
}
