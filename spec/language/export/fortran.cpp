// The file around the statements: a module with the variables, what is expected and the callbacks; and the program.
#include "spec/language/export/fortran.h"

#include "spec/language/export/expected.h"
#include "spec/language/export/fortran_code.h"
#include "spec/language/export/fortran_runtime.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

using Is = ExportType::Is;

// What the file itself names, and the intrinsic functions that it uses.
constexpr std::string_view taken = R"(
ak is_absent is_null is_number observed observed_names came sent received base found attribute old_attribute its
made made_too error ierror number window_base error_class class_name handle keyval extra_state flag remember object_name
object_count objects own_value attribute_val failed overridden attribute_val_out number_text matches print_came
print_expected report moot_case moot_main comm_name win_name keyval_name datatype_name info_name request_name merge
int trim adjustl transfer output_unit c_ptr text remember_comm remember_win remember_keyval remember_datatype
remember_info remember_request object huge size cycle all expected row threads file_name
remember_file
key_name remember_key key handle_type context value new_handle new_value
)";

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

// Prints a line of whatever length.
std::string said_line(const std::string& text) {
  constexpr std::size_t piece = 90;
  std::string line = "    write (output_unit, '(a)') ";
  for (std::size_t begin = 0; begin < text.size(); begin += piece)
    line += (begin == 0 ? "&\n      " : " // &\n      ") + quoted(text.substr(begin, piece));
  return line + '\n';
}

// Of keys and values, of keyvals and attributes.
bool has_to_be_in_fortran(const Statement& call) {
  const auto& procedure = signature(call.procedure);
  return procedure.area == Area::ticket304 || (procedure.area == Area::attributes && procedure.bindings != Bindings::c);
}

void refuse_if_only_in_c(const Statement& call) {
  const auto& procedure = signature(call.procedure);
  if (procedure.bindings == Bindings::c)
    refuse(call.position, fmt::format("{} is not exported in Fortran", procedure.name));
}

// The binding of the calls that have to be in Fortran; without any, that of the others.
Language binding_of(const Program& program) {
  std::optional<Language> binding, other;
  for_each_call(program, [&](const Statement& call) {
    if (call.language != Language::c) other = call.language;
    if (!has_to_be_in_fortran(call)) return refuse_if_only_in_c(call);
    if (call.language == Language::c)
      refuse(call.position,
             fmt::format("{} in C: only cases whose {} are all in one Fortran binding can be one Fortran file",
                         signature(call.procedure).name,
                         signature(call.procedure).area == Area::ticket304 ? "keys and values"
                                                                           : "keyvals and attributes"));
    if (binding && *binding != call.language)
      refuse(call.position, fmt::format("{} in {} after others in {}: one Fortran file is in one binding",
                                        signature(call.procedure).name, name(call.language), name(*binding)));
    binding = call.language;
  });
  return binding.value_or(other.value_or(Language::mpi_f08));
}

class File {
public:
  File(const Program& program, const Export& what)
      : program_(program), what_(what), binding_(binding_of(program)), exported_(exported(program)),
        names_(export_names(exported_, Letters::same_in_any_case, taken)), f_{exported_, names_, binding_} {
    f_.may_be_endless = moot::may_be_endless(what);
    f_.has_keys = exported_.uses(Area::ticket304);
    f_.says_window_base = expected_symbols(what).contains(std::string(name(Constant::win_base)));
  }

  std::string run() {
    std::string callbacks;
    for (std::size_t i = 0; i < exported_.functions.size(); ++i)
      callbacks += '\n' + fortran_function(f_, i, extra_states_);
    const auto statements = fortran_block(f_, program_.main, nullptr, 1, extra_states_);
    return fortran_lines(head() + declarations() + "\ncontains\n" + fortran_helpers(f_, what_) + report() +
                         "\n  ! ---- The callbacks of the case ----\n" + callbacks + "end module\n\n" +
                         main(statements));
  }

private:
  std::string head() const {
    const auto* const compile = !f_.has_keys                 ? "mpifort FILE.f90 && ./a.out\n!\n"
                                : binding_ == Language::mpif ? "mpifort -I MOOT/spec/include FILE.f90 -L LAYER "
                                                               "-lmoot_layer_LIBRARY && ./a.out\n"
                                                             : "mpifort MOOT/spec/include/mpix.f90 FILE.f90 -L LAYER "
                                                               "-lmoot_layer_LIBRARY && ./a.out\n";
    return fmt::format(
        "! {}\n!\n! {}\n!\n!   {}{}"
        "! One process. It prints what is expected, then what came, and exits 0 if that is expected, else 1.\n\n",
        program_.title, origin_of(program_, what_.origin), compile,
        f_.has_keys ? "!\n! with MPI Forum's Ticket 304 from Moot's layer (docs/layer.md).\n!\n" : "");
  }

  bool passes(Passed::Is is) const {
    bool found = false;
    for_each_call(program_, [&](const Statement& call) { found = found || signature(call.procedure).passes(is); });
    return found;
  }

  std::string declarations() const {
    std::string text = "module moot_case\n  use, intrinsic :: iso_fortran_env, only: output_unit\n";
    const std::string module = f_.has_keys ? "  use mpix\n" : "";
    if (binding_ == Language::mpi_f08)
      text += "  use, intrinsic :: iso_c_binding, only: c_ptr\n  use mpi_f08\n" + module + "  implicit none\n";
    else if (binding_ == Language::use_mpi)
      text += "  use mpi\n" + module + "  implicit none\n";
    else
      text += std::string("  implicit none\n  include 'mpif.h'\n") + (f_.has_keys ? "  include 'mpixf.h'\n" : "");
    text +=
        "\n  integer, parameter :: ak = MPI_ADDRESS_KIND\n"
        "  integer, parameter :: is_absent = 0, is_null = 1, is_number = 2 ! a get whose flag is false gives null\n";
    if (!exported_.shown_kinds.empty())
      text += "  type object\n    character(len=8) :: kind\n    integer :: handle\n    character(len=64) :: name\n  "
              "end type\n"
              "  type(object) :: objects(1000)\n  integer :: object_count = 0\n";
    if (passes(Passed::Is::sent)) text += "  integer :: sent(65536)\n";
    if (passes(Passed::Is::received)) text += "  integer :: received(65536)\n";
    if (f_.says_window_base) text += "  integer(ak) :: window_base = 0 ! of the newest window\n";
    for (const auto& keyval : library_keyvals(what_))
      text += fmt::format("  integer(ak) :: own_{} = 0 ! what the library says\n", keyval);
    for (std::size_t i = 0; i < extra_states_.size(); ++i)
      text += fmt::format("  {} :: extra_state_{} = 0\n",
                          extra_states_[i] == Style::integer ? "integer" : "integer(ak)", i + 1);
    return text + variables() + observed();
  }

  std::string variables() const {
    std::string text = "\n  ! The variables of the case. Blank: never written.\n";
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      const auto& it = exported_.variables[i];
      const auto& name = names_.variables[i];
      if (it.type.is == Is::error) {
        text += fmt::format("  integer :: {} = -1 ! an error class\n", name);
      } else if (it.type.is == Is::handle) {
        text += fmt::format("  {} :: {}\n", fortran_type(f_, it.type.kind), name);
        if (it.tracked) text += fmt::format("  character(len=64) :: {}_shown = ' '\n", name);
      } else {
        text += fmt::format("  integer(ak) :: {} = 0\n", name);
        if (it.tracked) text += fmt::format("  integer :: {}_is = is_absent\n", name);
      }
    }
    return text;
  }

  std::string observed() const {
    std::vector<std::string> names;
    for (const auto index : program_.observed)
      names.push_back(quoted(program_.variables[static_cast<std::size_t>(index)]));
    return fmt::format("\n  integer, parameter :: observed = {}\n"
                       "  character(len=64), parameter :: observed_names(observed) = [character(len=64) :: {}]\n"
                       "  character(len=64) :: came(observed)\n",
                       names.size(), fmt::join(names, ", "));
  }

  // ---- what is expected

  std::string report() const {
    std::string said, rows;
    for (const auto& result : what_.results) {
      said += said_line((said.empty() ? "expected: " : "      or: ") + expected_words(program_, result));
      if (result.type != Expected::Type::outcome) continue;
      std::vector<std::string> row;
      for (const auto& value : result.observed) row.push_back(value ? quoted(to_text(*value)) : "' '");
      rows += fmt::format("    if (matches([character(len=64) :: {}])) report = 0\n", fmt::join(row, ", "));
    }
    const bool at_fault = anything_may_come(what_);
    if (at_fault) rows = "    report = 0 ! whatever came\n";
    return fmt::format("\n  subroutine print_expected()\n{}    flush (output_unit)\n  end subroutine\n\n"
                       "  ! 0: what came is expected.\n  integer function report()\n{}    call print_came()\n    "
                       "report = 1\n{}  end function\n",
                       said, values(), rows);
  }

  std::string values() const {
    std::string text;
    for (std::size_t i = 0; i < program_.observed.size(); ++i) {
      const auto index = program_.observed[i];
      const auto& name = names_.variable(index);
      switch (exported_.variables[static_cast<std::size_t>(index)].type.is) {
      case Is::error: text += fmt::format("    came({}) = class_name({})\n", i + 1, name); break;
      case Is::handle: text += fmt::format("    came({}) = {}_shown\n", i + 1, name); break;
      default: text += number(i, name);
      }
    }
    return text;
  }

  // Where a value of the library or an address is expected, the number says nothing.
  std::string number(std::size_t i, const std::string& name) const {
    auto text = fmt::format("    came({0}) = number_text({1}, {1}_is)\n", i + 1, name);
    for (const auto& symbol : expected_symbols(what_, i)) {
      const auto is = symbol == address_word ? address(i, name) : equals_what_is_named(name, symbol, " .or. ");
      if (!is.empty())
        text += fmt::format("    if ({}_is == is_number .and. {}) came({}) = '{}'\n", name, is, i + 1, symbol);
    }
    return text;
  }

  // The first page of memory is nobody's.
  std::string address(std::size_t i, const std::string& name) const {
    auto is = fmt::format("({0} < 0 .or. {0} > 4095)", name);
    for (const auto& number : numbers_like_addresses(what_, i))
      is += fmt::format(" .and. came({}) /= '{}'", i + 1, number);
    return is;
  }

  // ---- the program

  std::string main(const std::string& statements) const {
    auto locals = fortran_locals(f_, program_.main, 1);
    if (locals.find(":: error\n") == std::string::npos) locals += "  integer :: error\n";
    auto text = "program moot_main\n  use moot_case\n  implicit none\n" + locals +
                "  integer :: failed, threads\n\n  call print_expected()\n";
    for (std::size_t i = 0; i < program_.variables.size(); ++i)
      if (exported_.variables[i].type.is == Is::handle)
        text += fmt::format("  {} = {}\n", names_.variables[i], null_handle(exported_.variables[i].type.kind));
    text += "  call MPI_Init_thread(MPI_THREAD_MULTIPLE, threads, error) ! as Moot does\n"
            "  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)\n"
            "  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, error)\n";
    for (const auto& keyval : library_keyvals(what_)) text += fmt::format("  own_{0} = own_value({0})\n", keyval);
    text += '\n' + statements + "\n  failed = report()\n";
    if (program_.main.empty() || program_.main.back().procedure != Procedure::finalize ||
        program_.main.back().type != Statement::Type::call)
      text += "  call MPI_Finalize(error)\n";
    return text + "  if (failed /= 0) stop 1\nend program\n";
  }

  const Program& program_;
  const Export& what_;
  Language binding_;
  ExportedProgram exported_;
  ExportNames names_;
  FortranProgram f_;
  std::vector<Style> extra_states_;
};

} // namespace

std::string export_fortran(const Program& program, const Export& what) { return File(program, what).run(); }

} // namespace moot
