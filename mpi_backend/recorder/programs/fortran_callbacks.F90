! Functions that MPI calls, with `use mpi` or, with F08, `use mpi_f08`: of a generalized request, and an error handler. It prints what they
! get: a keyval's extra_state changes after the keyval was made, and libraries differ in which they give. PMPI's names make the same.
#ifdef F08
#define MODULE mpi_f08
#define COMM type(MPI_Comm)
#define INFO type(MPI_Info)
#define REQUEST type(MPI_Request)
#define ERRHANDLER type(MPI_Errhandler)
#define STATUS_IS type(MPI_Status)
#else
#define MODULE mpi
#define COMM integer
#define INFO integer
#define REQUEST integer
#define ERRHANDLER integer
#define STATUS_IS integer, dimension(MPI_STATUS_SIZE)
#endif

module functions
  use MODULE
  implicit none
  integer, parameter :: ak = MPI_ADDRESS_KIND
contains
  subroutine query_request(extra_state, status, ierror)
    integer(kind=ak) :: extra_state
    STATUS_IS :: status
    integer :: ierror
    print *, 'query', extra_state
    call MPI_Status_set_elements(status, MPI_INTEGER, 0, ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
    call make_info()
    ierror = MPI_SUCCESS
  end subroutine

  subroutine free_request(extra_state, ierror)
    integer(kind=ak) :: extra_state
    integer :: ierror
    print *, 'free', extra_state
    ierror = MPI_SUCCESS
  end subroutine

  subroutine cancel_request(extra_state, complete, ierror)
    integer(kind=ak) :: extra_state
    logical :: complete
    integer :: ierror
    print *, 'cancel', extra_state, complete
    ierror = MPI_SUCCESS
  end subroutine

  subroutine handle_error(comm, error)
    COMM :: comm
    integer :: error, class, ierror
    call MPI_Error_class(error, class, ierror)
    print *, 'error', class == MPI_ERR_OTHER
    call make_info()
  end subroutine

  subroutine copy_value(old, key, extra_state, value_in, value_out, flag, ierror)
    COMM :: old
    integer :: key, ierror
    integer(kind=ak) :: extra_state, value_in, value_out
    logical :: flag
    print *, 'copy', extra_state, value_in
    value_out = value_in
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete_value(comm, key, value, extra_state, ierror)
    COMM :: comm
    integer :: key, ierror
    integer(kind=ak) :: value, extra_state
    print *, 'delete', extra_state, value
    ierror = MPI_SUCCESS
  end subroutine

  subroutine make_info()
    INFO :: info
    integer :: ierror
    call MPI_Info_create(info, ierror)
    call MPI_Info_free(info, ierror)
  end subroutine
end module

program callbacks
  use MODULE
  use functions
  implicit none
  integer :: ierror, key
  REQUEST :: request
  ERRHANDLER :: handler
  COMM :: comm, duplicate
  integer(kind=ak) :: extra_state = 5000000000_ak
  call MPI_Init(ierror)
  call MPI_Grequest_start(query_request, free_request, cancel_request, extra_state, request, ierror)
  call MPI_Cancel(request, ierror)
  call MPI_Grequest_complete(request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)

  call MPI_Comm_dup(MPI_COMM_SELF, comm, ierror)
  call MPI_Comm_create_errhandler(handle_error, handler, ierror)
  call MPI_Comm_set_errhandler(comm, handler, ierror)
  call MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER, ierror)
  call MPI_Errhandler_free(handler, ierror)

  call MPI_Comm_create_keyval(copy_value, delete_value, key, extra_state, ierror)
  extra_state = 6000000000_ak
  call MPI_Comm_set_attr(comm, key, 7_ak, ierror)
  call MPI_Comm_dup(comm, duplicate, ierror)
  call MPI_Comm_free(duplicate, ierror)
  call MPI_Comm_free_keyval(key, ierror)

#ifndef F08
  call PMPI_Comm_create_keyval(copy_value, delete_value, key, extra_state, ierror)
  call MPI_Comm_set_attr(comm, key, 8_ak, ierror)
  call MPI_Comm_dup(comm, duplicate, ierror)
  call MPI_Comm_free(duplicate, ierror)
  call MPI_Comm_free_keyval(key, ierror)
  call PMPI_Grequest_start(query_request, free_request, cancel_request, extra_state, request, ierror)
  call MPI_Grequest_complete(request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
#endif
  call MPI_Comm_free(comm, ierror)
  call MPI_Finalize(ierror)
end program
