/* What shows each of the ten faults of mpi_backend/pmpi_faults/. It writes "went on" before MPI_Finalize, and "ended" after it. */
#include <mpi.h>
#include <stdio.h>

enum { not_copied = 1, fails_once = 2 };
static char large; /* its address has more than 32 bits */

static int copy(MPI_Comm comm, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  (void)comm, (void)keyval, (void)extra_state;
  *flag = value != (void*)not_copied;
  *(void**)value_out = value;
  return MPI_SUCCESS;
}

static int delete (MPI_Comm comm, int keyval, void* value, void* extra_state) {
  static int times;
  (void)comm, (void)keyval, (void)extra_state;
  return value == (void*)fails_once && times++ == 0 ? MPI_ERR_OTHER : MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Comm one, other, part;
  int first, second, flag;
  void* value;
  MPI_Init(&argc, &argv);
  MPI_Comm_create_keyval(copy, delete, &first, NULL);
  MPI_Comm_create_keyval(copy, delete, &second, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &one);
  MPI_Comm_set_errhandler(one, MPI_ERRORS_RETURN);
  MPI_Comm_set_attr(one, first, &large);
  MPI_Comm_get_attr(one, first, &value, &flag);
  MPI_Comm_set_attr(one, second, (void*)not_copied);
  MPI_Comm_dup(one, &other);
  MPI_Comm_get_attr(other, second, &value, &flag);
  MPI_Comm_split(one, 0, 0, &part);
  MPI_Comm_get_attr(part, first, &value, &flag);
  MPI_Comm_free(&part);
  MPI_Comm_delete_attr(one, second);
  MPI_Comm_get_attr(one, second, &value, &flag);
  MPI_Comm_set_attr(one, second, (void*)fails_once);
  MPI_Comm_delete_attr(one, second); /* fails */
  MPI_Comm_delete_attr(one, second);
  MPI_Comm_free(&other);
  MPI_Comm_set_attr(MPI_COMM_SELF, first, &large);
  MPI_Comm_set_attr(MPI_COMM_SELF, second, &large);
  MPI_Comm_free_keyval(&first);
  MPI_Comm_free(&one);
  puts("went on");
  fflush(stdout);
  MPI_Finalize();
  puts("ended");
  return 0;
}
