! Values under keys (Ticket 304) in Fortran, through the layer. A destroy function makes a call.
module functions
  use mpi
  use mpix
  implicit none
  integer, parameter :: ak = MPI_ADDRESS_KIND
  integer :: destroyed = 0
contains
  subroutine copy_value(key, handle_type, old_handle, new_handle, key_context, old_value, new_value, flag)
    integer :: key, handle_type, old_handle, new_handle
    integer(ak) :: key_context, old_value, new_value
    logical :: flag
    new_value = old_value + 1
    flag = key_context == 5000000000_ak .and. old_handle /= new_handle
  end subroutine

  subroutine destroy_value(key, handle_type, handle, key_context, value)
    integer :: key, handle_type, handle
    integer(ak) :: key_context, value
    integer :: info, ierror
    call MPI_Info_create(info, ierror)
    call MPI_Info_free(info, ierror)
    if (key_context == 5000000000_ak .and. value > 6000000000_ak) destroyed = destroyed + 1
  end subroutine
end module

program ticket304
  use mpi
  use mpix
  use functions
  implicit none
  integer :: ierror, key, one, other, datatype
  integer(ak) :: value
  logical :: flag
  call MPI_Init(ierror)
  call MPIX_Key_create(copy_value, MPIX_NULL_FREE_FN, destroy_value, 5000000000_ak, key)
  call MPI_Comm_dup(MPI_COMM_SELF, one, ierror)
  call MPIX_Value_set(key, MPIX_HANDLE_COMM, one, 6000000001_ak)
  call MPI_Comm_dup(one, other, ierror)
  call MPIX_Value_get(key, MPIX_HANDLE_COMM, other, value, flag)
  if (.not. flag .or. value /= 6000000002_ak) call MPI_Abort(MPI_COMM_WORLD, 3, ierror)
  call MPI_Type_contiguous(2, MPI_INTEGER, datatype, ierror)
  call MPIX_Value_set(key, MPIX_HANDLE_DATATYPE, datatype, 6000000003_ak, ierror)
  call MPI_Type_free(datatype, ierror)
  call MPIX_Value_clear(key, MPIX_HANDLE_COMM, one)
  call MPI_Comm_free(other, ierror)
  call MPI_Comm_free(one, ierror)
  call MPIX_Key_free(key, ierror)
  call MPI_Finalize(ierror)
  if (destroyed /= 3) stop 4
end program
