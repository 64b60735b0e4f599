/* Forks: before MPI_Init, between calls, and in a callback, where the child returns into MPI. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int forks_in_callback;

static void child(MPI_Comm comm) {
  if (fork() == 0) {
    int flag;
    void* value;
    MPI_Comm_get_attr(comm, MPI_TAG_UB, &value, &flag); /* it may not, but it does no harm */
    exit(0);
  }
  wait(NULL);
}

static int copy(MPI_Comm old, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  (void)old, (void)keyval, (void)extra_state;
  pid_t id = 1;
  if (forks_in_callback) id = fork();
  if (id != 0 && forks_in_callback) {
    void* found;
    wait(NULL);
    MPI_Comm_get_attr(old, keyval, &found, flag);
  }
  *(void**)value_out = value;
  *flag = id != 0; /* the child's result is another one */
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Comm one, two;
  int keyval;
  const pid_t self = getpid();
  if (argc > 1 && !strcmp(argv[1], "child")) { /* what is recorded is all the child's */
    const pid_t id = fork();
    if (id != 0) {
      int status;
      waitpid(id, &status, 0);
      return WEXITSTATUS(status);
    }
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 5;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_SELF, &one);
  child(one);
  MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  MPI_Comm_set_attr(one, keyval, (void*)6);
  forks_in_callback = 1;
  MPI_Comm_dup(one, &two);
  if (getpid() != self) exit(0);
  MPI_Comm_free(&two);
  MPI_Comm_free(&one);
  MPI_Comm_free_keyval(&keyval);
  MPI_Finalize();
  return 0;
}
