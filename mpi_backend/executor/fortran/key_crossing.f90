! What the modules of keys share to call C++ and be called: the other half of keys.cpp.
module moot_key_crossing
  use, intrinsic :: iso_c_binding
  implicit none
  public

  ! As enum class Binding of fortran.h and KeyFunction of keys.h number them.
  enum, bind(c)
    enumerator :: binding_mpif, binding_use_mpi, binding_mpi_f08
  end enum
  enum, bind(c)
    enumerator :: function_copy, function_free, function_destroy
  end enum

  ! struct KeyCalls of keys.h
  type, bind(c) :: c_key_calls
    type(c_funptr) :: key_create, key_free, value_set, value_get, value_clear
  end type

  interface
    subroutine moot_fortran_key_copy(binding, number, key, handle_type, old_handle, new_handle, context, old_value, &
                                     new_value, flag) bind(c)
      import
      integer(c_int), value :: binding, number, key, handle_type, old_handle, new_handle
      integer(c_int64_t), value :: context, old_value
      integer(c_int64_t), intent(out) :: new_value
      logical(c_bool), intent(out) :: flag
    end subroutine

    subroutine moot_fortran_key_callback(binding, which, number, key, handle_type, handle, context, value) bind(c)
      import
      integer(c_int), value :: binding, which, number, key, handle_type, handle
      integer(c_int64_t), value :: context, value
    end subroutine
  end interface

end module
