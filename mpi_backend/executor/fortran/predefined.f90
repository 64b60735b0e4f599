! Fortran's numbers of the predefined keyvals, in the order of fortran.cpp.
integer(c_int) function moot_fortran_predefined(index) bind(c)
  use, intrinsic :: iso_c_binding, only: c_int
  use mpi
  implicit none
  integer(c_int), value :: index
  integer, parameter :: keyvals(0:11) = &
    [MPI_TAG_UB, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL, MPI_UNIVERSE_SIZE, MPI_APPNUM, MPI_LASTUSEDCODE, &
     MPI_WIN_BASE, MPI_WIN_SIZE, MPI_WIN_DISP_UNIT, MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL]
  moot_fortran_predefined = keyvals(index)
end function
