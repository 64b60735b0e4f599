! A program with `use mpi_f08`: handles are types, and IERROR may be left out.
module functions
  use mpi_f08
  implicit none
contains
  subroutine copy_value(old, key, extra, value_in, value_out, flag, ierror)
    type(MPI_Comm) :: old
    integer :: key, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra, value_in, value_out
    logical :: flag
    value_out = value_in + extra
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete_value(comm, key, value, extra, ierror)
    type(MPI_Comm) :: comm
    integer :: key, ierror
    integer(kind=MPI_ADDRESS_KIND) :: value, extra
    type(MPI_Group) :: group
    call MPI_Comm_group(MPI_COMM_WORLD, group) ! a callback may call (not on comm: Open MPI 4.1.4 gives a wrong one)
    call MPI_Group_free(group)
    ierror = MPI_SUCCESS
  end subroutine
end module

program program_2008
  use mpi_f08
  use functions
  implicit none
  type(MPI_Comm) :: duplicate, half
  type(MPI_Request) :: requests(2)
  type(MPI_Info) :: info
  integer :: key, rank, received(4), sent(4), error
  integer(kind=MPI_ADDRESS_KIND) :: value
  logical :: flag
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_create_keyval(copy_value, delete_value, key, 3_MPI_ADDRESS_KIND)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, 4_MPI_ADDRESS_KIND)
  call MPI_Comm_dup(MPI_COMM_WORLD, duplicate, error)
  call MPI_Comm_get_attr(duplicate, key, value, flag)
  if (.not. flag .or. value /= 7) call MPI_Abort(MPI_COMM_WORLD, 1)
  call MPI_Comm_split(duplicate, mod(rank, 2), 0, half)
  sent = rank
  call MPI_Irecv(received, 4, MPI_INTEGER, rank, 5, duplicate, requests(1))
  call MPI_Isend(sent, 4, MPI_INTEGER, rank, 5, duplicate, requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call MPI_Info_create(info)
  call MPI_Info_set(info, "key", "value")
  call MPI_Info_free(info)
  call MPI_Comm_free_keyval(key)
  call MPI_Comm_free(half)
  call MPI_Comm_free(duplicate)
  call MPI_Finalize()
end program
