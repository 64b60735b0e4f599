! Five calls of MPI_COMM_RANK, and two by its profiling name.
program calls
#ifdef STYLE_F08
  use mpi_f08
#endif
#ifdef STYLE_MODULE
  use mpi
#endif
  implicit none
#ifdef STYLE_MPIF
  include 'mpif.h'
#endif
  integer :: i, rank, ierror
  call MPI_Init(ierror)
  do i = 1, 5
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  end do
  do i = 1, 2
    call PMPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  end do
  call MPI_Finalize(ierror)
end program calls
