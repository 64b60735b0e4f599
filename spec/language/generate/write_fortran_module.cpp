// The calls that the executors make in Fortran, on the side of Fortran: a module for each binding, with a function for each call.
#include "spec/language/generate/write.h"

#include <fmt/format.h>

namespace moot::generate {
namespace {

constexpr std::string_view data = "spec/procedures.toml";
constexpr std::size_t width = 130; // Fortran's lines end at 132

// Takes numbers from C, has the variables of a Fortran program, and gives back numbers.
class Function {
public:
  Function(const Procedure& procedure, std::string_view binding) : it_(procedure), f08_(binding == "mpi_f08") {}

  std::string text() {
    for (const auto& passed : it_.call) pass(passed);
    arguments_.emplace_back("ierror");
    const auto end = fmt::format(") result(ierror) bind(c, name='')\n");
    auto text = "\n" + list_of(fmt::format("  recursive function {}(", it_.enumerator), dummies_, end, " &", width) +
                declarations_ + "    integer(c_int) :: ierror\n" + variables_ + "\n" + before_ +
                list_of(fmt::format("    call {}(", it_.name), arguments_, ")\n", " &", width) + after_ +
                "  end function\n";
    if (it_.since == 0) return text;
    return fmt::format("\n#if MOOT_MPI_VERSION >= {}{}#endif\n", it_.since, text);
  }

private:
  void pass(const Passed& passed) {
    switch (passed.is) {
    case Passed::Is::in: return pass(it_.in[passed.index]);
    case Passed::Is::out: return pass_out(passed.index);
    case Passed::Is::constant: arguments_.push_back(passed.text); return;
    case Passed::Is::text: arguments_.push_back(fmt::format("'{}'", passed.text)); return;
    case Passed::Is::place: return pass_place(passed.text);
    }
  }

  void take(const std::string& dummy, std::string_view type) {
    dummies_.push_back(dummy);
    declarations_ += fmt::format("    {} :: {}\n", type, dummy);
  }

  void has(std::string_view type, std::string_view variable) {
    variables_ += fmt::format("    {} :: {}\n", type, variable);
  }

  void pass(const Argument& argument) {
    arguments_.push_back(argument.name);
    if (!argument.type->is_object()) return take(argument.name, "integer(c_int), value");
    handle(argument, argument.inout, "");
  }

  void handle(const Argument& argument, bool written, std::string_view attribute) {
    const auto number = argument.name + "_number";
    const auto value = f08_ ? argument.name + "%MPI_VAL" : argument.name;
    take(number, written ? "integer(c_int), intent(inout)" : "integer(c_int), value");
    has((f08_ ? fmt::format("type({})", argument.type->c) : "integer") + std::string(attribute), argument.name);
    before_ += fmt::format("    {} = {}\n", value, number);
    if (written) after_ += fmt::format("    {} = {}\n", number, value);
  }

  void pass_out(std::size_t i) {
    const auto& argument = it_.out[i];
    if (argument.type->is_object()) {
      const bool later = i == 0 && it_.out.size() > 1;
      if (later)
        before_ += fmt::format("    allocate({}) ! MPI may write there until the request is complete\n", argument.name);
      handle(argument, true, later ? ", pointer" : "");
      arguments_.push_back(argument.name);
    } else if (argument.type->is("flag")) {
      const auto its = "its_" + argument.name;
      take(argument.name, "logical(c_bool), intent(inout)");
      has("logical", its);
      before_ += fmt::format("    {} = {}\n", its, argument.name);
      after_ += fmt::format("    {} = {}\n", argument.name, its);
      arguments_.push_back(its);
    } else {
      take(argument.name, "integer(c_int), intent(inout)");
      arguments_.push_back(argument.name);
    }
  }

  void pass_place(const std::string& place) {
    if (place == "self") {
      take(place, "integer(c_int), value");
      arguments_.push_back(place);
    } else if (place == "one") {
      arguments_.emplace_back("1_MPI_COUNT_KIND");
    } else if (place == "size") {
      take(place, "integer(c_int64_t), value");
      arguments_.emplace_back("int(size, MPI_ADDRESS_KIND)");
    } else if (place == "base") {
      take(place, "integer(c_int64_t), intent(out)");
      has(f08_ ? "type(c_ptr)" : "integer(MPI_ADDRESS_KIND)", "its_base");
      before_ += "    its_base = transfer(0_c_int64_t, its_base)\n";
      after_ += "    base = transfer(its_base, base)\n";
      arguments_.emplace_back("its_base");
    } else { // sent, received
      take(place, "type(c_ptr), value");
      has("integer(c_int), pointer", "buffer(:)");
      before_ += fmt::format("    call c_f_pointer({}, buffer, [1])\n", place);
      arguments_.emplace_back("buffer(1)");
    }
  }

  const Procedure& it_;
  bool f08_;
  std::vector<std::string> dummies_, arguments_;
  std::string declarations_, variables_, before_, after_;
};

std::string assignment(const Procedure& procedure) {
  auto text = fmt::format("    calls%{0} = c_funloc({0})\n", procedure.enumerator);
  if (procedure.since == 0) return text;
  return fmt::format("#if MOOT_MPI_VERSION >= {}\n{}#else\n    calls%{} = c_null_funptr\n#endif\n", procedure.since,
                     text, procedure.enumerator);
}

} // namespace

std::string fortran_calls_module(const std::vector<Procedure>& procedures) {
  auto text = made_from(data, "!") +
              "module moot_object_calls\n  use, intrinsic :: iso_c_binding\n  implicit none\n  public\n\n"
              "  ! struct ObjectCalls of fortran_calls.h\n  type, bind(c) :: c_object_calls\n";
  for (const auto& procedure : procedures)
    if (procedure.in_fortran()) text += fmt::format("    type(c_funptr) :: {}\n", procedure.enumerator);
  return text + "  end type\n\nend module\n";
}

std::string fortran_module(const std::vector<Procedure>& procedures, std::string_view binding) {
  const bool mpif = binding == "mpif";
  std::string assignments;
  std::string functions;
  for (const auto& procedure : procedures) {
    if (!procedure.in_fortran()) continue;
    if (procedure.bindings == "not_f08" && binding == "mpi_f08") {
      assignments += fmt::format("    calls%{} = c_null_funptr\n", procedure.enumerator);
      continue;
    }
    assignments += assignment(procedure);
    functions += Function(procedure, binding).text();
  }
  return made_from(data, "!") +
         fmt::format("module moot_objects_{0}\n  use moot_object_calls\n{1}  implicit none\n{2}  private\n"
                     "  public :: fill_in\n\ncontains\n\n"
                     "  subroutine fill_in(calls) bind(c, name='moot_object_calls_{0}')\n"
                     "    type(c_object_calls), intent(out) :: calls\n\n{3}  end subroutine\n{4}\nend module\n",
                     binding, mpif ? "" : fmt::format("  use {}\n", binding == "use_mpi" ? "mpi" : binding),
                     mpif ? "  include 'mpif.h'\n" : "", assignments, functions);
}

} // namespace moot::generate
