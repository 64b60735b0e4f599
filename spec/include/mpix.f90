! The new attributes of MPI Forum Ticket 304 in Fortran: `use mpix` beside `use mpi` or `use mpi_f08`. What the procedures do, and
! when they fail, mpix.h says. Your compiler has to compile this file; one module serves every MPI library. (mpixf.h is for
! programs that include mpif.h.)
!
! A key is an INTEGER, the one that MPIX_Key_c2f gives in C: keys pass between the languages as it.
! A handle is an INTEGER, or what mpi_f08 has in its place, such as TYPE(MPI_Comm); `handle_type` says of which kind.
! A value and a context are INTEGER(KIND=MPI_ADDRESS_KIND): in C, MPI_Aint. They are the same numbers there, and nothing is translated.
! IERROR may be left out.
!
! The functions of a key that is made here are subroutines of the interfaces below, whichever language makes the call that runs
! them. Their handles are INTEGERs, since a key has values on objects of every kind: in mpi_f08, what is MPI_VAL of the handle.
module mpix
  use, intrinsic :: iso_c_binding, only: mpix_address_kind => c_intptr_t, mpix_seed_kind => c_int64_t
  implicit none
  private :: mpix_address_kind, mpix_seed_kind

  ! ---- Keys and kinds of objects ----

  integer, parameter :: MPIX_KEY_NULL = 0
  integer, parameter :: MPIX_KEY_TAG_UB = 1, MPIX_KEY_HOST = 2, MPIX_KEY_IO = 3, MPIX_KEY_WTIME_IS_GLOBAL = 4
  integer, parameter :: MPIX_HANDLE_COMM = 1, MPIX_HANDLE_DATATYPE = 2, MPIX_HANDLE_WIN = 3, MPIX_HANDLE_INFO = 4, &
                        MPIX_HANDLE_KEY = 5, MPIX_HANDLE_REQUEST = 6, MPIX_HANDLE_FILE = 8, &
                        MPIX_HANDLE_ERRHANDLER = 10, MPIX_HANDLE_GROUP = 11, MPIX_HANDLE_OP = 12, MPIX_HANDLE_SESSION = 13, &
                        MPIX_HANDLE_MESSAGE = 14

  ! ---- Callbacks ----

  abstract interface
    ! FLAG is .FALSE. before; if it becomes .TRUE., the new handle gets NEW_VALUE.
    subroutine MPIX_Value_copy_function(key, handle_type, old_handle, new_handle, key_context, old_value, new_value, flag)
      import :: mpix_address_kind
      integer :: key, handle_type, old_handle, new_handle
      integer(mpix_address_kind) :: key_context, old_value, new_value
      logical :: flag
    end subroutine

    subroutine MPIX_Value_free_function(key, handle_type, handle, key_context, value)
      import :: mpix_address_kind
      integer :: key, handle_type, handle
      integer(mpix_address_kind) :: key_context, value
    end subroutine

    subroutine MPIX_Value_destroy_function(key, handle_type, handle, key_context, value)
      import :: mpix_address_kind
      integer :: key, handle_type, handle
      integer(mpix_address_kind) :: key_context, value
    end subroutine
  end interface

  ! For MPIX_Key_create: no function, as C's null pointer.
  procedure(MPIX_Value_copy_function) :: MPIX_NULL_COPY_FN
  procedure(MPIX_Value_free_function) :: MPIX_NULL_FREE_FN
  procedure(MPIX_Value_destroy_function) :: MPIX_NULL_DESTROY_FN

  interface

    ! ---- Keys ----

    subroutine MPIX_Key_create(value_copy_fn, value_free_fn, value_destroy_fn, context, key, ierror)
      import :: mpix_address_kind, MPIX_Value_copy_function, MPIX_Value_free_function, MPIX_Value_destroy_function
      procedure(MPIX_Value_copy_function) :: value_copy_fn
      procedure(MPIX_Value_free_function) :: value_free_fn
      procedure(MPIX_Value_destroy_function) :: value_destroy_fn
      integer(mpix_address_kind), intent(in) :: context
      integer, intent(out) :: key
      integer, intent(out), optional :: ierror
    end subroutine

    subroutine MPIX_Key_free(key, ierror)
      integer, intent(inout) :: key
      integer, intent(out), optional :: ierror
    end subroutine

    ! ---- Values ----

    subroutine MPIX_Value_set(key, handle_type, handle, value, ierror)
      import :: mpix_address_kind
      integer, intent(in) :: key, handle_type
      type(*), intent(in) :: handle
      integer(mpix_address_kind), intent(in) :: value
      integer, intent(out), optional :: ierror
    end subroutine

    ! VALUE is written only if FLAG becomes .TRUE.
    subroutine MPIX_Value_get(key, handle_type, handle, value, flag, ierror)
      import :: mpix_address_kind
      integer, intent(in) :: key, handle_type
      type(*), intent(in) :: handle
      integer(mpix_address_kind), intent(inout) :: value
      logical, intent(inout) :: flag
      integer, intent(out), optional :: ierror
    end subroutine

    subroutine MPIX_Value_clear(key, handle_type, handle, ierror)
      integer, intent(in) :: key, handle_type
      type(*), intent(in) :: handle
      integer, intent(out), optional :: ierror
    end subroutine

    ! ---- Error classes: functions, since they are not known before the program runs ----

    integer function MPIX_ERR_KEY()
    end function

    integer function MPIX_ERR_HANDLE()
    end function

    ! ---- Control ----

    subroutine MPIX_Layer_start(seed, answers, ierror)
      import :: mpix_seed_kind
      integer(mpix_seed_kind), intent(in) :: seed
      character(len=*), intent(in) :: answers
      integer, intent(out), optional :: ierror
    end subroutine

    ! RESULTLEN: of the whole, which may be longer than TEXT.
    subroutine MPIX_Layer_drawn(text, resultlen, ierror)
      character(len=*), intent(out) :: text
      integer, intent(out) :: resultlen
      integer, intent(out), optional :: ierror
    end subroutine

    subroutine MPIX_Layer_may_fail_next_dup(ierror)
      integer, intent(out), optional :: ierror
    end subroutine

    ! What the layer takes for the free, and for the destruction, of objects of a kind. RESULTLEN: of the whole, which may be longer
    ! than TEXT; 0 if it has no values on this kind.
    subroutine MPIX_Layer_free_means(handle_type, text, resultlen, ierror)
      integer, intent(in) :: handle_type
      character(len=*), intent(out) :: text
      integer, intent(out) :: resultlen
      integer, intent(out), optional :: ierror
    end subroutine

    subroutine MPIX_Layer_destroy_means(handle_type, text, resultlen, ierror)
      integer, intent(in) :: handle_type
      character(len=*), intent(out) :: text
      integer, intent(out) :: resultlen
      integer, intent(out), optional :: ierror
    end subroutine

  end interface

end module
