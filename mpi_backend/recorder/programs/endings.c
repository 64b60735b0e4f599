/* Ends in the way that it is told, with a communicator made and a call that is still open, or none. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* way;

static int copy(MPI_Comm old, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  (void)old, (void)keyval, (void)extra_state, (void)value, (void)value_out;
  if (!strcmp(way, "abort-in-callback")) MPI_Abort(MPI_COMM_WORLD, 7);
  if (!strcmp(way, "segv-in-callback")) raise(SIGSEGV);
  *flag = 0;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Comm comm, other;
  int keyval;
  way = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  MPI_Comm_set_attr(comm, keyval, NULL);
  if (!strcmp(way, "abort")) MPI_Abort(MPI_COMM_WORLD, 7);
  if (!strcmp(way, "exit")) exit(8);
  if (!strcmp(way, "_exit")) _exit(8);
  if (!strcmp(way, "fatal")) MPI_Comm_set_attr(MPI_COMM_NULL, keyval, NULL);
  if (!strcmp(way, "segv")) raise(SIGSEGV);
  if (!strcmp(way, "kill")) raise(SIGKILL);
  MPI_Comm_dup(comm, &other);
  MPI_Comm_free(&other);
  MPI_Comm_free(&comm);
  MPI_Comm_free_keyval(&keyval);
  MPI_Finalize();
  return argc > 2 ? atoi(argv[2]) : 0;
}
