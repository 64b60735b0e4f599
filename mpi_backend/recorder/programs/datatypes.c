/* Datatypes with attributes, which operations keep: MPI_Ialltoallw, and several at once. Predefined ones, which are asked for twice. */
#include <mpi.h>
#include <stddef.h>

static int delete (MPI_Datatype type, int keyval, void* value, void* extra_state) {
  (void)type, (void)keyval, (void)value, (void)extra_state;
  return MPI_SUCCESS;
}

static MPI_Datatype with_attribute(int keyval) {
  MPI_Datatype type;
  MPI_Type_contiguous(1, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Type_set_attr(type, keyval, NULL);
  return type;
}

int main(int argc, char** argv) {
  const int one = 1, zero = 0;
  int keyval, sent = 3, received;
  MPI_Request request, both[2];
  MPI_Datatype type, real;
  MPI_Init(&argc, &argv);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, delete, &keyval, NULL);
  type = with_attribute(keyval);
  MPI_Ialltoallw(&sent, &one, &zero, &type, &received, &one, &zero, &type, MPI_COMM_SELF, &request);
  MPI_Type_free(&type);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  type = with_attribute(keyval);
  MPI_Irecv(&received, 1, type, 0, 1, MPI_COMM_SELF, &both[0]);
  MPI_Isend(&sent, 1, type, 0, 1, MPI_COMM_SELF, &both[1]);
  MPI_Type_free(&type);
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  MPI_Type_free_keyval(&keyval);
  for (int i = 0; i < 2; ++i) MPI_Type_create_f90_real(6, 30, &real);
  MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &real);
  MPI_Finalize();
  return 0;
}
