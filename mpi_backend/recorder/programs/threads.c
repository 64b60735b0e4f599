/* Threads that record at the same time: each has a keyval and a communicator of its own, and duplicates and frees. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { threads = 4, rounds = 500 };

static int copy(MPI_Comm old, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  void* found;
  (void)extra_state;
  MPI_Comm_get_attr(old, keyval, &found, flag);
  *(void**)value_out = value;
  return found == value ? MPI_SUCCESS : MPI_ERR_OTHER;
}
static int delete (MPI_Comm comm, int keyval, void* value, void* extra_state) {
  (void)comm, (void)keyval, (void)value, (void)extra_state;
  return MPI_SUCCESS;
}

static void* work(void* number) {
  MPI_Comm* const mine = number;
  MPI_Comm twin;
  int keyval;
  MPI_Comm_create_keyval(copy, delete, &keyval, NULL);
  MPI_Comm_set_attr(*mine, keyval, number);
  for (int i = 0; i < rounds; ++i) {
    MPI_Comm_dup(*mine, &twin);
    MPI_Comm_free(&twin);
  }
  MPI_Comm_delete_attr(*mine, keyval);
  MPI_Comm_free_keyval(&keyval);
  return NULL;
}

int main(int argc, char** argv) {
  int level;
  pthread_t ids[threads];
  MPI_Comm comms[threads];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (level < MPI_THREAD_MULTIPLE) puts("no threads");
  for (int i = 0; i < threads; ++i) MPI_Comm_dup(MPI_COMM_SELF, &comms[i]);
  if (level == MPI_THREAD_MULTIPLE) {
    for (int i = 0; i < threads; ++i) pthread_create(&ids[i], NULL, work, &comms[i]);
    for (int i = 0; i < threads; ++i) pthread_join(ids[i], NULL);
  }
  for (int i = 0; i < threads; ++i) MPI_Comm_free(&comms[i]);
  MPI_Finalize();
  return 0;
}
