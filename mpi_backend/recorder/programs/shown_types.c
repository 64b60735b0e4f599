/* Datatypes that are there already, of which the program gets one handle more: of MPI_Type_get_contents, and MPI_File_get_view. And one that
   several are made of. */
#include <mpi.h>
#include <stddef.h>

static int delete (MPI_Datatype type, int keyval, void* value, void* extra_state) {
  (void)type, (void)keyval, (void)value, (void)extra_state;
  return MPI_SUCCESS;
}

static void free_if_made(MPI_Datatype* type) {
  int integers, addresses, datatypes, combiner;
  MPI_Type_get_envelope(*type, &integers, &addresses, &datatypes, &combiner);
  if (combiner != MPI_COMBINER_NAMED) MPI_Type_free(type);
}

int main(int argc, char** argv) {
#ifdef OPEN_MPI
  enum { room = 1 }; /* it crashes where there is more */
#else
  enum { room = 8 };
#endif
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {0, 64};
  int keyval, integers[8];
  char representation[MPI_MAX_DATAREP_STRING];
  MPI_Aint addresses[1];
  MPI_Offset displacement;
  MPI_Datatype type, two, three, both[2], record, inside[8];
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, delete, &keyval, NULL);
  MPI_Type_contiguous(1, MPI_INT, &type);
  MPI_Type_contiguous(2, type, &two); /* before it has an attribute */
  MPI_Type_set_attr(type, keyval, NULL);
  MPI_Type_get_contents(two, 1, 0, room, integers, addresses, inside);
  MPI_Type_free(&inside[0]);
  MPI_Type_contiguous(3, MPI_INT, &three);
  both[0] = three, both[1] = type;
  MPI_Type_create_struct(2, lengths, places, both, &record);
  MPI_Type_free(&type);
  MPI_Type_free(&two);
  MPI_Type_free(&record); /* the last that keeps it */
  MPI_Type_free(&three);
  MPI_Type_free_keyval(&keyval);
  MPI_File_open(MPI_COMM_SELF, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_Type_contiguous(4, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
  MPI_File_get_view(file, &displacement, &inside[0], &inside[1], representation);
  free_if_made(&inside[0]), free_if_made(&inside[1]);
  MPI_Type_free(&type);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
