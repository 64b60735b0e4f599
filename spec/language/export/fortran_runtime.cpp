#include "spec/language/export/fortran_runtime.h"

#include "spec/language/export/expected.h"

#include <fmt/format.h>

namespace moot {
namespace {

constexpr auto functions = R"F(
  recursive integer function error_class(code)
    integer, intent(in) :: code
    integer :: ierror

    error_class = MPI_SUCCESS
    if (code /= MPI_SUCCESS) call MPI_Error_class(code, error_class, ierror)
  end function

  pure integer(ak) function number(condition)
    logical, intent(in) :: condition

    number = merge(1_ak, 0_ak, condition)
  end function

  function number_text(value, is) result(text)
    integer(ak), intent(in) :: value
    integer, intent(in) :: is
    character(len=64) :: text

    text = ' '
    if (is == is_null) text = 'null'
    if (is == is_number) write (text, '(i0)') value
  end function
)F";

constexpr auto objects = R"F(
  ! Handles show as the variable that first received their object.
  recursive subroutine remember(kind, handle, name)
    character(len=*), intent(in) :: kind, name
    integer, intent(in) :: handle

    if (object_count == size(objects)) return
    object_count = object_count + 1
    objects(object_count) = object(kind, handle, name)
  end subroutine

  recursive function object_name(kind, handle) result(text)
    character(len=*), intent(in) :: kind
    integer, intent(in) :: handle
    character(len=64) :: text
    integer :: i

    text = '_'
    do i = object_count, 1, -1 ! the newest: libraries use handles again
      if (objects(i)%kind == kind .and. objects(i)%handle == handle) then
        text = objects(i)%name
        return
      end if
    end do
  end function
)F";

constexpr auto outcomes = R"F(
  ! an_error: any error class but MPI_SUCCESS. Blank: never written.
  logical function matches(row)
    character(len=*), intent(in) :: row(:)

    matches = all(row == came .or. (row == 'an_error' .and. came /= 'MPI_SUCCESS' .and. came /= ' '))
  end function

  subroutine print_came()
    logical :: some
    integer :: i

    write (output_unit, '(a)', advance='no') '    came:'
    some = .false.
    do i = 1, observed
      if (came(i) == ' ') cycle
      if (some) write (output_unit, '(a)', advance='no') ','
      write (output_unit, '(5a)', advance='no') ' ', trim(observed_names(i)), ' = ', trim(came(i))
      some = .true.
    end do
    if (.not. some) write (output_unit, '(a)', advance='no') ' (nothing observed)'
    write (output_unit, '(a)') ''
    flush (output_unit)
  end subroutine
)F";

std::string name_functions(const FortranProgram& program, Kind kind) {
  const auto type = fortran_type(program, kind);
  const auto* number = type == "integer" ? "handle" : "handle%MPI_VAL";
  auto text =
      fmt::format("\n  recursive subroutine remember_{0}(handle, name)\n    {1}, intent(in) :: handle\n"
                  "    character(len=*), intent(in) :: name\n\n    call remember('{0}', {2}, name)\n  end subroutine\n"
                  "\n  recursive function {0}_name(handle) result(text)\n    {1}, intent(in) :: handle\n"
                  "    character(len=64) :: text\n\n    text = object_name('{0}', {2})\n",
                  kind_words(kind).word, type, number);
  auto constants = constants_shown(program.exported.program);
  for (int i = 0; i < constant_count; ++i)
    if (is_null(static_cast<Constant>(i))) constants.insert(static_cast<Constant>(i));
  for (const auto constant : constants)
    if (moot::kind(constant) == kind) text += fmt::format("    if (handle == {0}) text = '{0}'\n", name(constant));
  return text + "  end function\n";
}

} // namespace

std::string fortran_helpers(const FortranProgram& program, const Export& what) {
  std::string text = functions;
  if (!program.exported.shown_kinds.empty()) text += objects;
  for (const auto kind : program.exported.shown_kinds) text += name_functions(program, kind);
  text += "\n  function class_name(class) result(text)\n    integer, intent(in) :: class\n    character(len=64) :: "
          "text\n\n"
          "    text = ' '\n    if (class >= 0) write (text, '(a, i0)') 'error class ', class\n";
  for (int i = 0; i < static_cast<int>(ErrorClass::an_error); ++i)
    if (const auto error = name(static_cast<ErrorClass>(i)); !error.starts_with("MPIX_"))
      text += fmt::format("    if (class == {0}) text = '{0}'\n", error);
  if (program.has_keys)
    text += "    if (class == MPIX_ERR_KEY()) text = 'MPIX_ERR_KEY'\n"
            "    if (class == MPIX_ERR_HANDLE()) text = 'MPIX_ERR_HANDLE'\n";
  text += "  end function\n";
  if (!library_keyvals(what).empty())
    text += "\n  ! What the library's own attribute says.\n  integer(ak) function own_value(keyval)\n    integer, "
            "intent(in) :: keyval\n"
            "    logical :: found\n    integer :: error\n\n"
            "    call MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, own_value, found, error)\n  end function\n";
  return text + outcomes;
}

} // namespace moot
