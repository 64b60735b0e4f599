/* MPI-IO with views, shared pointers and non-blocking calls; with attributes on the communicator that the file is opened on. */
#include <mpi.h>
#include <stdlib.h>

static int copied, deleted;
static int copy(MPI_Comm old, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  (void)old, (void)keyval, (void)extra_state;
  ++copied;
  *(void**)value_out = value;
  *flag = 1;
  return MPI_SUCCESS;
}
static int delete (MPI_Comm comm, int keyval, void* value, void* extra_state) {
  (void)comm, (void)keyval, (void)value, (void)extra_state;
  ++deleted;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : "record-romio.data";
  MPI_Init(&argc, &argv);
  int rank, size, keyval;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_keyval(copy, delete, &keyval, &copied);
  MPI_Comm_set_attr(comm, keyval, &rank);
  MPI_Info info, used;
  MPI_Info_create(&info);
  MPI_Info_set(info, "romio_cb_write", "enable");
  MPI_File file;
  if (MPI_File_open(comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, info, &file) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Info_free(&info);
  MPI_File_get_info(file, &used);
  MPI_Info_free(&used);
  MPI_Datatype column, view;
  MPI_Type_vector(8, 1, size, MPI_INT, &column);
  MPI_Type_create_resized(column, 0, (MPI_Aint)sizeof(int), &view);
  MPI_Type_commit(&view);
  MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, view, "native", MPI_INFO_NULL);
  MPI_Type_free(&column);
  MPI_Type_free(&view);
  int values[8];
  for (int i = 0; i < 8; ++i) values[i] = rank + i * size;
  MPI_File_write_all(file, values, 8, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Request request;
  MPI_File_iread_at(file, 0, values, 8, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 8; ++i)
    if (values[i] != rank + i * size) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Group group;
  MPI_File_get_group(file, &group);
  MPI_Group_free(&group);
  MPI_File_close(&file);
  MPI_Comm_free_keyval(&keyval);
  MPI_Comm_free(&comm);
  if (deleted != copied + 1) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Finalize();
  return 0;
}
