/* MPI-1's attributes; nothing that MPI-3.0 took away but what Open MPI 4.1 and MPICH 4.0 still have. */
#include <mpi.h>
#include <stddef.h>

static int value = 5;

static int copy(MPI_Comm old, int keyval, void* extra_state, void* attribute, void* out, int* flag) {
  (void)old, (void)keyval;
  *(void**)out = attribute;
  *flag = extra_state == &value;
  return MPI_SUCCESS;
}

static int delete (MPI_Comm comm, int keyval, void* attribute, void* extra_state) {
  (void)comm, (void)keyval, (void)attribute;
  return extra_state == &value ? MPI_SUCCESS : MPI_ERR_OTHER;
}

int main(int argc, char** argv) {
  MPI_Comm one, other;
  int keyval, twice, flag, *found;
  MPI_Init(&argc, &argv);
  MPI_Keyval_create(copy, delete, &keyval, &value);
  MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, &twice, NULL);
  MPI_Comm_dup(MPI_COMM_SELF, &one);
  MPI_Attr_put(one, keyval, &value);
  MPI_Attr_put(one, twice, NULL);
  MPI_Comm_dup(one, &other);
  MPI_Attr_get(other, keyval, &found, &flag);
  if (!flag || *found != 5) return 3;
  MPI_Attr_delete(one, keyval);
  MPI_Keyval_free(&keyval);
  MPI_Keyval_free(&twice);
  MPI_Comm_free(&other);
  MPI_Comm_free(&one);
  MPI_Finalize();
  return 0;
}
