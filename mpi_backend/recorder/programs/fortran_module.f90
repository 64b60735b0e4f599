! A program with `use mpi`: attributes of communicators and datatypes, of 64 bits.
program module_program
  use mpi
  implicit none
  integer :: ierror, key, type_key, duplicate, pair, derived
  integer(kind=MPI_ADDRESS_KIND) :: value, extra
  logical :: flag
  external :: copy_value, delete_value, delete_of_type
  call MPI_Init(ierror)
  extra = 5000000000_MPI_ADDRESS_KIND
  call MPI_Comm_create_keyval(copy_value, delete_value, key, extra, ierror)
  call MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, delete_of_type, type_key, extra, ierror)
  value = 6000000000_MPI_ADDRESS_KIND
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, value, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, duplicate, ierror)
  call MPI_Comm_get_attr(duplicate, key, value, flag, ierror)
  if (.not. flag .or. value /= 6000000001_MPI_ADDRESS_KIND) call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierror)
  call MPI_Type_contiguous(2, MPI_INTEGER, pair, ierror)
  call MPI_Type_set_attr(pair, type_key, value, ierror)
  call MPI_Type_create_resized(pair, 0_MPI_ADDRESS_KIND, 16_MPI_ADDRESS_KIND, derived, ierror)
  call MPI_Type_free(pair, ierror)
  call MPI_Type_free(derived, ierror)
  call MPI_Comm_free(duplicate, ierror)
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, key, ierror)
  call MPI_Comm_free_keyval(key, ierror)
  call MPI_Type_free_keyval(type_key, ierror)
  call MPI_Finalize(ierror)
end program

subroutine copy_value(old, key, extra, value_in, value_out, flag, ierror)
  use mpi
  implicit none
  integer :: old, key, ierror
  integer(kind=MPI_ADDRESS_KIND) :: extra, value_in, value_out
  logical :: flag
  if (extra /= 5000000000_MPI_ADDRESS_KIND) call MPI_Abort(MPI_COMM_WORLD, 2, ierror)
  value_out = value_in + 1
  flag = .true.
  ierror = MPI_SUCCESS
end subroutine

subroutine delete_value(comm, key, value, extra, ierror)
  use mpi
  implicit none
  integer :: comm, key, ierror
  integer(kind=MPI_ADDRESS_KIND) :: value, extra
  ierror = MPI_SUCCESS
end subroutine

subroutine delete_of_type(datatype, key, value, extra, ierror)
  use mpi
  implicit none
  integer :: datatype, key, ierror
  integer(kind=MPI_ADDRESS_KIND) :: value, extra
  if (extra /= 5000000000_MPI_ADDRESS_KIND) call MPI_Abort(MPI_COMM_WORLD, 3, ierror)
  ierror = MPI_SUCCESS
end subroutine
