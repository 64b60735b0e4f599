/* Threads that duplicate and free communicators of their own at the same time, under one keyval. Arguments: threads, rounds. */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

static int keyval, rounds = 20;

static int copy(MPI_Comm old, int key, void* extra_state, void* value, void* value_out, int* flag) {
  (void)old, (void)key, (void)extra_state;
  *(void**)value_out = value;
  *flag = 1;
  return MPI_SUCCESS;
}
static int delete (MPI_Comm comm, int key, void* value, void* extra_state) {
  (void)comm, (void)key, (void)value, (void)extra_state;
  return MPI_SUCCESS;
}

static void* work(void* place) {
  const MPI_Comm base = *(MPI_Comm*)place;
  for (int i = 0; i < rounds; ++i) {
    MPI_Comm duplicate;
    MPI_Comm_dup(base, &duplicate);
    MPI_Comm_set_attr(duplicate, keyval, (void*)(long)i);
    void* value;
    int flag;
    MPI_Comm_get_attr(duplicate, keyval, &value, &flag);
    if (!flag || value != (void*)(long)i) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&duplicate);
  }
  return NULL;
}

int main(int argc, char** argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 2;
  if (argc > 2) rounds = atoi(argv[2]);
  int level;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_create_keyval(copy, delete, &keyval, NULL);
  MPI_Comm* bases = malloc((size_t)threads * sizeof *bases);
  pthread_t* ids = malloc((size_t)threads * sizeof *ids);
  for (int i = 0; i < threads; ++i) {
    MPI_Comm_dup(MPI_COMM_SELF, &bases[i]);
    MPI_Comm_set_attr(bases[i], keyval, (void*)7L);
  }
  for (int i = 1; i < threads; ++i) pthread_create(&ids[i], NULL, work, &bases[i]);
  work(&bases[0]);
  for (int i = 1; i < threads; ++i) pthread_join(ids[i], NULL);
  for (int i = 0; i < threads; ++i) MPI_Comm_free(&bases[i]);
  MPI_Comm_free_keyval(&keyval);
  free(bases), free(ids);
  MPI_Finalize();
  return 0;
}
