! Compiles if gfortran can read all that a library's Fortran consists of.
subroutine new()
  use mpi_f08
end subroutine

subroutine middle()
  use mpi
end subroutine

subroutine old()
  implicit none
  include 'mpif.h'
end subroutine
