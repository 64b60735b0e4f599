/* What layer_fortran_test.F90 calls in C. */
#include "mpix.h"

static int destroys = 0;

static void copy(MPIX_Key key, int handle_type, MPIX_Handle old_handle, MPIX_Handle new_handle, MPI_Aint key_context,
                 MPI_Aint old_value, MPI_Aint* new_value, int* flag) {
  (void)key, (void)handle_type, (void)old_handle, (void)new_handle, (void)key_context;
  *new_value = old_value;
  *flag = 1;
}
static void nothing(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint key_context, MPI_Aint value) {
  (void)key, (void)handle_type, (void)handle, (void)key_context, (void)value;
}
static void destroy(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint key_context, MPI_Aint value) {
  nothing(key, handle_type, handle, key_context, value);
  ++destroys;
}

MPI_Fint make_key_in_c_(void) {
  MPIX_Key key = MPIX_KEY_NULL;
  MPIX_Key_create(copy, nothing, destroy, 0, &key);
  return MPIX_Key_c2f(key);
}

MPI_Fint destroys_in_c_(void) { return destroys; }

MPI_Aint get_in_c_(const MPI_Fint* key, const MPI_Fint* comm) {
  MPI_Aint value = 0;
  int flag = 0;
  MPIX_Value_get(MPIX_Key_f2c(*key), MPIX_HANDLE_COMM, MPIX_HANDLE(MPI_Comm_f2c(*comm)), &value, &flag);
  return flag ? value : 0;
}

void set_in_c_(const MPI_Fint* key, const MPI_Fint* comm, const MPI_Aint* value) {
  MPIX_Value_set(MPIX_Key_f2c(*key), MPIX_HANDLE_COMM, MPIX_HANDLE(MPI_Comm_f2c(*comm)), *value);
}
