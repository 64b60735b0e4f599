/* What a module of Python's does in C: python_module.py loads it, and answers its callbacks. */
#include <mpi.h>
#include <stddef.h>

typedef long (*answer)(long value, long extra_state);
static answer copied, deleted;

static int copy(MPI_Comm comm, int keyval, void* extra_state, void* attribute_val_in, void* attribute_val_out,
                int* flag) {
  (void)comm, (void)keyval;
  *(long*)attribute_val_out = copied((long)attribute_val_in, (long)extra_state);
  *flag = 1;
  return MPI_SUCCESS;
}

static int delete (MPI_Comm comm, int keyval, void* attribute_val, void* extra_state) {
  (void)comm, (void)keyval;
  return (int)deleted((long)attribute_val, (long)extra_state);
}

int make_keyval(answer to_copy, answer to_delete, long extra_state) {
  int keyval, is_initialized;
  copied = to_copy, deleted = to_delete;
  MPI_Initialized(&is_initialized);
  if (!is_initialized) MPI_Init(NULL, NULL);
  MPI_Comm_create_keyval(copy, delete, &keyval, (void*)extra_state);
  return keyval;
}

long copy_of(int keyval, long value) {
  MPI_Comm one, other;
  void* attribute_val = NULL;
  int flag;
  MPI_Comm_dup(MPI_COMM_SELF, &one);
  MPI_Comm_set_attr(one, keyval, (void*)value);
  MPI_Comm_dup(one, &other);
  MPI_Comm_get_attr(other, keyval, &attribute_val, &flag);
  MPI_Comm_free(&other);
  MPI_Comm_free(&one);
  return flag ? (long)attribute_val : -1;
}

void finish(int keyval) {
  MPI_Comm_free_keyval(&keyval);
  MPI_Finalize();
}
