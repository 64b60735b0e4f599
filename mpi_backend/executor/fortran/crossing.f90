! What the Fortran modules share to call C++ and be called: the other half of fortran.cpp.
module moot_crossing
  use, intrinsic :: iso_c_binding
  implicit none
  public

  ! As enum class Binding, Holder and Style in fortran.h number them.
  enum, bind(c)
    enumerator :: binding_mpif, binding_use_mpi, binding_mpi_f08
  end enum
  enum, bind(c)
    enumerator :: holder_communicator, holder_datatype, holder_window
  end enum
  enum, bind(c)
    enumerator :: style_address, style_integer
  end enum

  ! struct Interface of fortran.cpp
  type, bind(c) :: c_interface
    integer(c_int) :: binding, holder, style
  end type

  ! struct Calls of fortran.h
  type, bind(c) :: c_calls
    type(c_funptr) :: create_keyval, free_keyval, set_attr, get_attr, delete_attr
  end type

  interface
    function moot_fortran_copy(origin, number, handle, keyval, extra_state, value, value_out, flag) result(ierror) &
      bind(c)
      import
      type(c_interface), intent(in) :: origin
      integer(c_int), value :: number, handle, keyval
      integer(c_int64_t), value :: extra_state, value
      integer(c_int64_t), intent(out) :: value_out
      logical(c_bool), intent(out) :: flag
      integer(c_int) :: ierror
    end function

    function moot_fortran_delete(origin, number, handle, keyval, extra_state, value) result(ierror) bind(c)
      import
      type(c_interface), intent(in) :: origin
      integer(c_int), value :: number, handle, keyval
      integer(c_int64_t), value :: extra_state, value
      integer(c_int) :: ierror
    end function

    ! Assigns to an INTEGER of that many bits. In Fortran an assignment that no Fortran reads is optimised away, and
    ! gfortran's VOLATILE is no help: it is the pointer's, not the target's.
    subroutine moot_fortran_assign(variable, bits, value) bind(c)
      import
      type(c_ptr), value :: variable
      integer(c_int), value :: bits
      integer(c_int64_t), value :: value
    end subroutine
  end interface

contains

  ! The low `bits` bits of a value with their sign: they fit into an integer of that size, whose assignment of a larger
  ! value Fortran leaves undefined.
  pure function low(value, bits)
    integer(c_int64_t), intent(in) :: value
    integer, intent(in) :: bits
    integer(c_int64_t) :: low

    low = shifta(shiftl(value, bit_size(value) - bits), bit_size(value) - bits)
  end function

end module
