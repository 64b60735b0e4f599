! Programs in Fortran, one for each binding: keys, values and callbacks, C beside them (layer_fortran_test.c), and that the layer sees
! what they call of MPI. BINDING is 1 (mpif.h), 2 (use mpi) or 3 (use mpi_f08).
#if BINDING == 3
#define COMM type(MPI_Comm)
#define DATATYPE type(MPI_Datatype)
#define REQUEST type(MPI_Request)
#define INFO type(MPI_Info)
#define WIN type(MPI_Win)
#define GROUP type(MPI_Group)
#define OPERATION type(MPI_Op)
#define ERRHANDLER type(MPI_Errhandler)
#define FILE_HANDLE type(MPI_File)
#define MESSAGE type(MPI_Message)
#define BASE type(c_ptr)
#define NUMBER(handle) handle%MPI_VAL
#else
#define COMM integer
#define DATATYPE integer
#define REQUEST integer
#define INFO integer
#define WIN integer
#define GROUP integer
#define OPERATION integer
#define ERRHANDLER integer
#define FILE_HANDLE integer
#define MESSAGE integer
#define BASE integer(MPI_ADDRESS_KIND)
#define NUMBER(handle) handle
#endif

module heard
#if BINDING == 1
  implicit none
  include 'mpif.h'
  include 'mpixf.h'
#elif BINDING == 2
  use mpi
  use mpix
  implicit none
#else
  use, intrinsic :: iso_c_binding, only: c_ptr
  use mpi_f08
  use mpix
  implicit none
#endif
  integer, parameter :: ak = MPI_ADDRESS_KIND
  integer(ak), parameter :: two_40 = 1099511627776_ak
  integer :: copies = 0, frees = 0, destroys = 0, failures = 0
  integer :: last_key = -1, last_type = -1, last_handle = -1, last_new_handle = -1
  integer :: freed_type = -1, freed_handle = -1, next_type = -1, next_handle = -1, use_error = -1
  integer(ak) :: last_context = 0, last_value = 0
  REQUEST, volatile :: seen(2)
  logical :: was_null(2) = .false.

contains

  subroutine expect(what, is_so)
    character(len=*), intent(in) :: what
    logical, intent(in) :: is_so

    if (is_so) return
    print '(2a)', 'not so: ', what
    failures = failures + 1
  end subroutine

  subroutine note(key, handle_type, handle, context, value)
    integer, intent(in) :: key, handle_type, handle
    integer(ak), intent(in) :: context, value

    last_key = key
    last_type = handle_type
    last_handle = handle
    last_context = context
    last_value = value
  end subroutine

  subroutine copy(key, handle_type, old_handle, new_handle, key_context, old_value, new_value, flag)
    integer :: key, handle_type, old_handle, new_handle
    integer(ak) :: key_context, old_value, new_value
    logical :: flag

    copies = copies + 1
    call expect('FLAG is false before', .not. flag)
    call note(key, handle_type, old_handle, key_context, old_value)
    last_new_handle = new_handle
    new_value = old_value - 1
    flag = .true.
  end subroutine

  ! The handle still works.
  subroutine when_freed(key, handle_type, handle, key_context, value)
    integer :: key, handle_type, handle
    integer(ak) :: key_context, value, predefined = 0
    logical :: flag = .false.

    frees = frees + 1
    freed_type = handle_type
    freed_handle = handle
    call MPIX_Value_get(MPIX_KEY_TAG_UB, handle_type, handle, predefined, flag, use_error)
    call note(key, handle_type, handle, key_context, value)
  end subroutine

  ! Of the request in the place that its value says.
  subroutine when_complete(key, handle_type, handle, key_context, value)
    integer :: key, handle_type, handle
    integer(ak) :: key_context, value

    call note(key, handle_type, handle, key_context, value)
    was_null(int(value)) = seen(int(value)) == MPI_REQUEST_NULL
  end subroutine

  ! Both callbacks get this handle of this kind next.
  subroutine remember(handle_type, handle)
    integer, intent(in) :: handle_type, handle

    frees = 0
    destroys = 0
    freed_type = 0
    next_type = handle_type
    next_handle = handle
  end subroutine

  subroutine expect_ended(what)
    character(len=*), intent(in) :: what

    call expect('a '//what//' ends with both callbacks', frees == 1 .and. destroys == 1)
    call expect('a '//what//' is given to its free callback', freed_type == next_type .and. freed_handle == next_handle)
    call expect('a '//what//' can be used in its free callback', use_error == MPI_SUCCESS)
    call expect('a '//what//' is given to its destroy callback', last_type == next_type .and. last_handle == next_handle)
  end subroutine

  ! (Nobody calls them.)
  subroutine reduce(in, inout, length, of_type)
#if BINDING == 3
    type(c_ptr), value :: in, inout
#else
    integer :: in(*), inout(*)
#endif
    integer :: length
    DATATYPE :: of_type
  end subroutine

  subroutine handle_error(comm, code)
    COMM :: comm
    integer :: code
  end subroutine

  subroutine when_destroyed(key, handle_type, handle, key_context, value)
    integer :: key, handle_type, handle
    integer(ak) :: key_context, value

    destroys = destroys + 1
    call note(key, handle_type, handle, key_context, value)
  end subroutine

end module

program layer_fortran_test
  use heard
  implicit none
  integer :: error, c_key
  integer, external :: make_key_in_c, destroys_in_c
  integer(ak), external :: get_in_c
  external :: set_in_c

  call MPI_Init(error)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, error)
  call values()
  call between_languages()
  call other_kinds()
  call shared_kinds()
  call messages()
  call operations()
  call completions('before', .false.)
  call completions('after', .true.)
  call errors()
  call nulls()
  call control()
  call MPI_Finalize(error)
  if (failures > 0) stop 1

contains

  subroutine start(answers)
    character(len=*), intent(in) :: answers

    call MPIX_Layer_start(7_8, answers, error)
    call expect('answers are known', error == MPI_SUCCESS)
    copies = 0
    frees = 0
    destroys = 0
  end subroutine

  subroutine make_key(key)
    integer, intent(out) :: key

    call MPIX_Key_create(copy, when_freed, when_destroyed, -two_40, key, error)
    call expect('a key is made', error == MPI_SUCCESS .and. key /= MPIX_KEY_NULL)
  end subroutine

  subroutine values()
    COMM :: a, b
    integer :: key, number
    integer(ak) :: value
    logical :: flag

    call start('')
    call make_key(key)
    call MPI_Comm_dup(MPI_COMM_SELF, a, error)
    call MPIX_Value_get(key, MPIX_HANDLE_COMM, a, value, flag, error)
    call expect('nothing is set', .not. flag .and. error == MPI_SUCCESS)
    call MPIX_Value_set(key, MPIX_HANDLE_COMM, a, two_40, error)
    call MPIX_Value_get(key, MPIX_HANDLE_COMM, a, value, flag, error)
    call expect('what is set is got', flag .and. value == two_40)

    call MPI_Comm_dup(a, b, error)
    call expect('a dup copies', copies == 1 .and. last_value == two_40 .and. last_context == -two_40)
    call expect('copy knows its handles', last_handle == NUMBER(a) .and. last_new_handle == NUMBER(b))
    call expect('copy knows key and kind', last_key == key .and. last_type == MPIX_HANDLE_COMM)
    call MPIX_Value_get(key, MPIX_HANDLE_COMM, b, value, flag, error)
    call expect('the copy is set', flag .and. value == two_40 - 1)

    call MPIX_Value_set(key, MPIX_HANDLE_COMM, b, -1_ak, error)
    call expect('a set destroys', destroys == 1 .and. last_value == two_40 - 1)
    call MPIX_Value_clear(key, MPIX_HANDLE_COMM, b, error)
    call expect('a clear destroys', destroys == 2 .and. last_value == -1 .and. last_handle == NUMBER(b))

    number = key
    call MPIX_Key_free(key, error)
    call expect('a freed key is null', key == MPIX_KEY_NULL .and. error == MPI_SUCCESS)
    number = NUMBER(a)
    call MPI_Comm_free(a, error)
    call expect('a free frees and destroys', frees == 1 .and. destroys == 3 .and. last_value == two_40)
    call expect('callbacks get the null key', last_key == MPIX_KEY_NULL .and. last_context == -two_40)
    call expect('callbacks get the handle', last_handle == number)
    call expect('the freed handle is null', a == MPI_COMM_NULL)
    call MPI_Comm_free(b, error)
    call expect('nothing is called where nothing is set', frees == 1 .and. destroys == 3)
  end subroutine

  subroutine between_languages()
    COMM :: a, b
    integer :: key
    integer(ak) :: value
    logical :: flag

    call start('')
    call make_key(key)
    c_key = make_key_in_c()
    call MPI_Comm_dup(MPI_COMM_SELF, a, error)

    call MPIX_Value_set(key, MPIX_HANDLE_COMM, a, -two_40 - 1, error)
    call expect('C gets what Fortran set', get_in_c(key, NUMBER(a)) == -two_40 - 1)
    call set_in_c(key, NUMBER(a), two_40 + 1)
    call expect('C runs the functions of Fortran', destroys == 1 .and. last_value == -two_40 - 1)
    call MPIX_Value_get(key, MPIX_HANDLE_COMM, a, value, flag, error)
    call expect('Fortran gets what C set', flag .and. value == two_40 + 1)

    call MPIX_Value_set(c_key, MPIX_HANDLE_COMM, a, two_40 + 2, error)
    call MPI_Comm_dup(a, b, error)
    call expect('a dup copies under both keys', copies == 1 .and. get_in_c(c_key, NUMBER(b)) == two_40 + 2)
    call MPIX_Value_clear(c_key, MPIX_HANDLE_COMM, a, error)
    call expect('Fortran runs the functions of C', destroys_in_c() == 1)
    call MPI_Comm_free(a, error)
    call MPI_Comm_free(b, error)
    call MPIX_Key_free(c_key, error)
    call MPIX_Key_free(key, error)
  end subroutine

  subroutine other_kinds()
    DATATYPE :: old, new
    INFO :: first, second
    WIN :: window
    BASE :: base
    integer :: key, other, number

    call start('derived-keeps-datatype=yes')
    call make_key(key)
    call make_key(other)
    call MPI_Type_contiguous(2, MPI_INTEGER, old, error)
    call MPIX_Value_set(key, MPIX_HANDLE_DATATYPE, old, 1_ak, error)
    call MPI_Type_vector(2, 1, 2, old, new, error)
    call MPI_Type_free(old, error)
    call expect('a derived datatype keeps its base', frees == 1 .and. destroys == 0)
    call MPI_Type_free(new, error)
    call expect('its end destroys the base', destroys == 1 .and. last_type == MPIX_HANDLE_DATATYPE)

    call MPI_Info_create(first, error)
    call MPIX_Value_set(key, MPIX_HANDLE_INFO, first, 2_ak, error)
    call MPI_Info_dup(first, second, error)
    call expect('an info is copied', copies == 1 .and. last_type == MPIX_HANDLE_INFO)
    call MPI_Info_free(first, error)
    call MPI_Info_free(second, error)
    call expect('both are freed', frees == 3 .and. destroys == 3 .and. last_value == 1)

    call MPI_Win_allocate(8_ak, 1, MPI_INFO_NULL, MPI_COMM_SELF, base, window, error)
    call MPIX_Value_set(key, MPIX_HANDLE_WIN, window, 3_ak, error)
    number = NUMBER(window)
    call MPI_Win_free(window, error)
    call expect('a window is freed', destroys == 4 .and. last_type == MPIX_HANDLE_WIN .and. last_handle == number)

    call MPIX_Value_set(key, MPIX_HANDLE_KEY, other, 4_ak, error)
    number = other
    call MPIX_Key_free(other, error)
    call expect('a key is freed', destroys == 5 .and. last_type == MPIX_HANDLE_KEY .and. last_handle == number)
    call MPIX_Key_free(key, error)
  end subroutine

  subroutine shared_kinds()
    GROUP :: of_self, united
    OPERATION :: op
    ERRHANDLER :: handler
    FILE_HANDLE :: opened
    integer :: key

    call start('other-endings=as-free')
    call make_key(key)
    call MPI_Comm_group(MPI_COMM_SELF, of_self, error)
    call MPI_Group_union(of_self, MPI_GROUP_EMPTY, united, error)
    call MPIX_Value_set(key, MPIX_HANDLE_GROUP, united, 1_ak, error)
    call remember(MPIX_HANDLE_GROUP, NUMBER(united))
    call MPI_Group_free(united, error)
    call expect_ended('group')
    call MPI_Group_free(of_self, error)

    call MPI_Op_create(reduce, .true., op, error)
    call MPIX_Value_set(key, MPIX_HANDLE_OP, op, 2_ak, error)
    call remember(MPIX_HANDLE_OP, NUMBER(op))
    call MPI_Op_free(op, error)
    call expect_ended('operation')

    call MPI_Comm_create_errhandler(handle_error, handler, error)
    call MPIX_Value_set(key, MPIX_HANDLE_ERRHANDLER, handler, 3_ak, error)
    call remember(MPIX_HANDLE_ERRHANDLER, NUMBER(handler))
    call MPI_Errhandler_free(handler, error)
    call expect_ended('error handler')

    call MPI_File_open(MPI_COMM_SELF, '/dev/null', MPI_MODE_RDWR, MPI_INFO_NULL, opened, error)
    call MPIX_Value_set(key, MPIX_HANDLE_FILE, opened, 4_ak, error)
    call remember(MPIX_HANDLE_FILE, NUMBER(opened))
    call MPI_File_close(opened, error)
    call expect_ended('file')
    call MPIX_Key_free(key, error)
  end subroutine

  ! MPI knows a message no more when it has received it: the layer does, as long as its callbacks run.
  subroutine messages()
    MESSAGE :: probed
    REQUEST :: request, sending
    integer :: key, sent, received, i
    logical :: flag

    call start('other-endings=as-free')
    call make_key(key)
    sent = 17
    do i = 1, 2
      received = 0
      call MPI_Isend(sent, 1, MPI_INTEGER, 0, 5, MPI_COMM_SELF, sending, error)
      flag = .false.
      if (i == 1) call MPI_Mprobe(0, 5, MPI_COMM_SELF, probed, MPI_STATUS_IGNORE, error)
      do while (i == 2 .and. .not. flag)
        call MPI_Improbe(0, 5, MPI_COMM_SELF, flag, probed, MPI_STATUS_IGNORE, error)
      end do
      call MPIX_Value_set(key, MPIX_HANDLE_MESSAGE, probed, 5_ak, error)
      call expect('a message can have a value', error == MPI_SUCCESS)
      call remember(MPIX_HANDLE_MESSAGE, NUMBER(probed))
      if (i == 1) then
        call MPI_Mrecv(received, 1, MPI_INTEGER, probed, MPI_STATUS_IGNORE, error)
        call expect_ended('message that is received')
      else
        call MPI_Imrecv(received, 1, MPI_INTEGER, probed, request, error)
        call expect_ended('message that is to be received')
        call MPI_Wait(request, MPI_STATUS_IGNORE, error)
      end if
      call MPI_Wait(sending, MPI_STATUS_IGNORE, error)
      call expect('it is received', received == 17 .and. probed == MPI_MESSAGE_NULL)
    end do
    call MPIX_Key_free(key, error)
  end subroutine

  ! What is pending keeps its communicator. The request is still its number when it is destroyed.
  subroutine operations()
    COMM :: a
    REQUEST :: requests(2)
    integer :: key, sent, received, number

    call start('deferred-destroy-where=completing-call,handle-in-destroy=original')
    call make_key(key)
    call MPI_Comm_dup(MPI_COMM_SELF, a, error)
    call MPIX_Value_set(key, MPIX_HANDLE_COMM, a, 1_ak, error)
    call MPI_Irecv(received, 1, MPI_INTEGER, 0, 5, a, requests(1), error)
    sent = 17
    call MPI_Isend(sent, 1, MPI_INTEGER, 0, 5, a, requests(2), error)
    call MPIX_Value_set(key, MPIX_HANDLE_REQUEST, requests(1), 2_ak, error)
    call expect('a request can have a value', error == MPI_SUCCESS)
    number = NUMBER(requests(1))
    call MPI_Comm_free(a, error)
    call expect('what is pending keeps its communicator', frees == 1 .and. destroys == 0)
    call MPI_Wait(requests(2), MPI_STATUS_IGNORE, error)
    call MPI_Waitall(1, requests, MPI_STATUSES_IGNORE, error)
    call expect('it is received', received == 17 .and. requests(1) == MPI_REQUEST_NULL)
    call expect('completion destroys both', destroys == 2)
    if (last_type == MPIX_HANDLE_REQUEST) call expect('the request is still its number', last_handle == number)
    call MPIX_Key_free(key, error)
  end subroutine

  ! In the callbacks, the program's own variable is what request-completion says.
  subroutine completions(answer, is_null)
    character(len=*), intent(in) :: answer
    logical, intent(in) :: is_null
    integer :: key, sent(2), received(2), i
    REQUEST :: sends(2)

    call start('other-endings=as-free,request-completion='//answer)
    call MPIX_Key_create(copy, when_complete, when_destroyed, 0_ak, key, error)
    sent = [17, 18]
    do i = 1, 2
      call MPI_Irecv(received(i), 1, MPI_INTEGER, 0, i, MPI_COMM_SELF, seen(i), error)
      call MPIX_Value_set(key, MPIX_HANDLE_REQUEST, seen(i), int(i, ak), error)
      call MPI_Isend(sent(i), 1, MPI_INTEGER, 0, i, MPI_COMM_SELF, sends(i), error)
    end do
    was_null = .not. is_null
    call MPI_Wait(seen(1), MPI_STATUS_IGNORE, error)
    call expect('the variable is null in time: wait '//answer, was_null(1) .eqv. is_null)
    call expect('it is null in the end', seen(1) == MPI_REQUEST_NULL .and. seen(2) /= MPI_REQUEST_NULL)
    call MPI_Waitall(2, seen, MPI_STATUSES_IGNORE, error)
    call expect('the variable is null in time: waitall '//answer, was_null(2) .eqv. is_null)
    call expect('all are null in the end', seen(2) == MPI_REQUEST_NULL .and. destroys == 2)
    call MPI_Waitall(2, sends, MPI_STATUSES_IGNORE, error)
    call expect('requests without values are null, too', sends(1) == MPI_REQUEST_NULL .and. sends(2) == MPI_REQUEST_NULL)
    call MPIX_Key_free(key, error)
  end subroutine

  subroutine errors()
    COMM :: a
    integer :: key, class
    integer(ak) :: value
    logical :: flag

    call start('')
    call make_key(key)
    call MPI_Comm_dup(MPI_COMM_SELF, a, error)
    call MPIX_Value_get(MPIX_KEY_NULL, MPIX_HANDLE_COMM, a, value, flag, error)
    call MPI_Error_class(error, class, error)
    call expect('there is no such key', class == MPIX_ERR_KEY())
    call MPIX_Value_set(key, 99, a, value, error)
    call MPI_Error_class(error, class, error)
    call expect('there is no such kind', class == MPIX_ERR_HANDLE())
    call MPI_Comm_free(a, error)
    call MPI_Comm_free(a, error)
    call MPI_Error_class(error, class, error)
    call expect('it was freed before', class == MPIX_ERR_HANDLE())
    call MPIX_Key_free(key, error)
  end subroutine

  subroutine nulls()
    COMM :: a
    integer :: key, class

    call start('null-callbacks=allowed')
    call MPIX_Key_create(MPIX_NULL_COPY_FN, MPIX_NULL_FREE_FN, MPIX_NULL_DESTROY_FN, 0_ak, key, error)
    call expect('a key without functions is made', error == MPI_SUCCESS)
    call MPI_Comm_dup(MPI_COMM_SELF, a, error)
    call MPIX_Value_set(key, MPIX_HANDLE_COMM, a, 1_ak, error)
    call MPI_Comm_free(a, error)
    call MPIX_Key_free(key, error)

    call start('null-callbacks=erroneous')
    call MPIX_Key_create(MPIX_NULL_COPY_FN, when_freed, when_destroyed, 0_ak, key, error)
    call MPI_Error_class(error, class, error)
    call expect('a function is needed', class == MPI_ERR_ARG)
  end subroutine

  ! The first dup that may fail does, or the next.
  subroutine control()
    COMM :: a, b
    character(len=80) :: drawn
    integer :: key, length, i

    call start('failed-out=null-handle')
    call make_key(key)
    call MPI_Comm_dup(MPI_COMM_SELF, a, error)
    call MPIX_Value_set(key, MPIX_HANDLE_COMM, a, 1_ak, error)
    do i = 1, 100
      call MPIX_Layer_may_fail_next_dup(error)
      call MPI_Comm_dup(a, b, error)
      if (error /= MPI_SUCCESS) exit
      call MPI_Comm_free(b, error)
    end do
    call expect('a dup fails', i <= 100 .and. b == MPI_COMM_NULL)
    call MPI_Comm_free(a, error)
    call MPIX_Layer_drawn(drawn, length, error)
    call expect('something was drawn', length > 0 .and. index(drawn, '=') > 0)
    call MPIX_Key_free(key, error)

    call MPIX_Layer_free_means(MPIX_HANDLE_INFO, drawn, length, error)
    call expect('what free means', drawn == '`MPI_Info_free`' .and. length == len_trim(drawn))
    call MPIX_Layer_destroy_means(MPIX_HANDLE_INFO, drawn(1:8), length, error)
    call expect('what destroy means', drawn(1:8) == 'the same' .and. length == len('the same moment'))
    call MPIX_Layer_free_means(99, drawn, length, error)
    call expect('a kind that there is not means nothing', drawn == ' ' .and. length == 0)
  end subroutine

end program
