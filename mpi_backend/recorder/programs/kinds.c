/* Makes and frees an object of each kind, and says how a trace names what it does. */
#include <mpi.h>
#include <stdio.h>

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}
static void handle(MPI_Comm* comm, int* error, ...) { (void)comm, (void)error; }

static void infos(void) {
  MPI_Info info, twin;
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  MPI_Info_dup(info, &twin);
  MPI_Info_free(&info);
  MPI_Info_free(&twin);
  puts("MPI_Info_create() -> i1\nMPI_Info_dup(i1) -> i2\nMPI_Info_free(i1)\nMPI_Info_free(i2)");
}

static void groups(MPI_Comm comm) {
  MPI_Group group, twice, all;
  MPI_Comm_group(comm, &group);
  MPI_Comm_group(comm, &twice); /* the same once more: two handles of one object */
  MPI_Group_union(group, MPI_GROUP_EMPTY, &all);
  MPI_Group_free(&group);
  MPI_Group_free(&twice);
  MPI_Group_free(&all);
}

static void operations(void) {
  MPI_Op op;
  int one = 1, sum;
  MPI_Op_create(add, 1, &op);
  MPI_Reduce_local(&one, &sum, 1, MPI_INT, op);
  MPI_Op_free(&op);
  puts("MPI_Op_create() -> o1\nMPI_Op_free(o1)");
}

static void handlers(MPI_Comm comm) {
  MPI_Errhandler own, got;
  MPI_Comm_create_errhandler(handle, &own);
  MPI_Comm_set_errhandler(comm, own);
  MPI_Comm_get_errhandler(comm, &got);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&own);
  MPI_Errhandler_free(&got);
}

static void errors(MPI_Comm comm) {
  int added, code;
  MPI_Add_error_class(&added);
  MPI_Add_error_code(added, &code);
  MPI_Comm_call_errhandler(comm, code);
  puts("MPI_Add_error_class() -> e1\nMPI_Add_error_code(e1) -> e2");
  MPI_Type_contiguous(-1, MPI_INT, &(MPI_Datatype){0});
}

static void messages(MPI_Comm comm) {
  MPI_Request request;
  MPI_Message message;
  int sent = 1, received;
  MPI_Isend(&sent, 1, MPI_INT, 0, 3, comm, &request);
  MPI_Mprobe(0, 3, comm, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&received, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void datatypes(void) {
  MPI_Datatype pair, types[2], both, inner[2];
  int lengths[2] = {1, 1}, integers[3];
  MPI_Aint places[2] = {0, 16}, addresses[2];
  MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &pair);
  types[0] = pair;
  types[1] = MPI_CHAR;
  MPI_Type_create_struct(2, lengths, places, types, &both);
  MPI_Type_commit(&both);
  MPI_Type_get_contents(both, 3, 2, 2, integers, addresses, inner); /* a handle that is to be freed, and MPI_CHAR */
  MPI_Type_free(&inner[0]);
  MPI_Type_free(&pair);
  MPI_Type_free(&both);
  puts("MPI_Type_vector(2, 1, 2, MPI_DOUBLE) -> t1\n"
       "MPI_Type_create_struct(array_of_types=t1, array_of_types=MPI_CHAR) -> t2\nMPI_Type_commit(t2)");
}

static void communicators(void) {
  MPI_Comm half, line, twin;
  MPI_Group group;
  MPI_Request request;
  int dims[1] = {1}, periods[1] = {0};
  MPI_Comm_split(MPI_COMM_SELF, 0, 0, &half);
  MPI_Cart_create(half, 1, dims, periods, 0, &line);
  MPI_Comm_group(line, &group);
  MPI_Comm_create(line, group, &twin);
  MPI_Group_free(&group);
  MPI_Ibarrier(twin, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&line);
  MPI_Comm_free(&half);
  puts("MPI_Comm_split(");
}

int main(int argc, char** argv) {
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  puts("MPI_Init()\nMPI_Comm_dup(MPI_COMM_SELF) -> c1");
  infos();
  groups(comm);
  operations();
  handlers(comm);
  errors(comm);
  messages(comm);
  datatypes();
  communicators();
  MPI_Comm_free(&comm);
  MPI_Finalize();
  puts("MPI_Comm_free(c1)\nMPI_Finalize()\nfinished");
  return 0;
}
