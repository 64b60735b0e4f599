/* Four threads, each with a communicator of its own, which it duplicates and frees. (Few times: what several threads do at the same time, may have
 * happened in many orders, and the judge follows all.) */
#include <mpi.h>
#include <pthread.h>

enum { threads = 4, rounds = 50 };

static void* work(void* given) {
  MPI_Comm twin;
  for (int i = 0; i < rounds; ++i) {
    MPI_Comm_dup(*(MPI_Comm*)given, &twin);
    MPI_Comm_free(&twin);
  }
  return NULL;
}

int main(int argc, char** argv) {
  int level, keyval;
  pthread_t ids[threads];
  MPI_Comm comms[threads];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  for (int i = 0; i < threads; ++i) {
    MPI_Comm_dup(MPI_COMM_SELF, &comms[i]);
    MPI_Comm_set_attr(comms[i], keyval, NULL);
  }
  for (int i = 0; i < threads; ++i) pthread_create(&ids[i], NULL, work, &comms[i]);
  for (int i = 0; i < threads; ++i) pthread_join(ids[i], NULL);
  for (int i = 0; i < threads; ++i) MPI_Comm_free(&comms[i]);
  MPI_Comm_free_keyval(&keyval);
  MPI_Finalize();
  return 0;
}
