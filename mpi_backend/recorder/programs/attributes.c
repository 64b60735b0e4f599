/* Attributes of communicators, datatypes and windows, whose callbacks make calls. Prints where its extra_state lies. */
#include <mpi.h>
#include <stdio.h>

static int state;

#define CHECK(condition)                                                                                               \
  if (!(condition)) MPI_Abort(MPI_COMM_WORLD, __LINE__ % 100)

static int copy(MPI_Comm old, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  void* found;
  int is_set;
  CHECK(extra_state == &state);
  MPI_Comm_get_attr(old, keyval, &found, &is_set);
  CHECK(is_set && found == value);
  *(void**)value_out = (char*)value + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

static int delete (MPI_Comm comm, int keyval, void* value, void* extra_state) {
  (void)keyval, (void)value;
  CHECK(extra_state == &state);
  MPI_Group group;
  MPI_Comm_group(comm, &group);
  MPI_Group_free(&group);
  return MPI_SUCCESS;
}

static int copy_nothing(MPI_Comm old, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  (void)old, (void)keyval, (void)extra_state, (void)value, (void)value_out;
  *flag = 0;
  return MPI_SUCCESS;
}

static int delete_of_type(MPI_Datatype type, int keyval, void* value, void* extra_state) {
  (void)type, (void)keyval, (void)value;
  CHECK(extra_state == NULL);
  return MPI_SUCCESS;
}

static int delete_of_window(MPI_Win window, int keyval, void* value, void* extra_state) {
  (void)window, (void)keyval, (void)value;
  CHECK(extra_state == (void*)3);
  return MPI_SUCCESS;
}

static void communicators(void) {
  MPI_Comm one, other, third;
  int keyval, none, saved, flag;
  void* value;
  MPI_Comm_create_keyval(copy, delete, &keyval, &state);
  saved = keyval;
  MPI_Comm_create_keyval(copy_nothing, MPI_COMM_NULL_DELETE_FN, &none, NULL);
  MPI_Comm_dup(MPI_COMM_SELF, &one);
  MPI_Comm_set_attr(one, keyval, (void*)7);
  MPI_Comm_dup(one, &other);
  MPI_Comm_free_keyval(&keyval); /* attached to two */
  MPI_Comm_get_attr(other, saved, &value, &flag);
  CHECK(flag && value == (void*)8);
  MPI_Comm_free(&other);
  MPI_Comm_delete_attr(one, saved);
  MPI_Comm_set_attr(one, none, (void*)-1);
  MPI_Comm_dup(one, &third);
  MPI_Comm_get_attr(third, none, &value, &flag);
  CHECK(!flag);
  MPI_Comm_free(&third);
  MPI_Comm_free(&one);
  MPI_Comm_free_keyval(&none);
}

static void datatypes(void) {
  MPI_Datatype three, twin;
  int keyval;
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, delete_of_type, &keyval, NULL);
  MPI_Type_contiguous(3, MPI_INT, &three);
  MPI_Type_set_attr(three, keyval, (void*)1);
  MPI_Type_dup(three, &twin);
  MPI_Type_free(&twin);
  MPI_Type_free(&three);
  MPI_Type_free_keyval(&keyval);
}

static void windows(void) {
  MPI_Win window;
  int keyval, flag, *base;
  void* value;
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete_of_window, &keyval, (void*)3);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_SELF, &base, &window);
  MPI_Win_set_attr(window, keyval, (void*)4);
  MPI_Win_get_attr(window, keyval, &value, &flag);
  CHECK(flag && value == (void*)4);
  MPI_Win_free(&window);
  MPI_Win_free_keyval(&keyval);
}

int main(int argc, char** argv) {
  int at_end;
  MPI_Init(&argc, &argv);
  printf("%ld\n", (long)&state);
  communicators();
  datatypes();
  windows();
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete, &at_end, &state);
  MPI_Comm_set_attr(MPI_COMM_SELF, at_end, NULL);
  MPI_Finalize();
  return 0;
}
