// The Fortran half of calls and callbacks between C and Fortran.
#include "model/vocabulary/column.h"
#include "spec/language/export/crossing.h"
#include "spec/language/export/fortran_code.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

std::string fortran_value(Style style) { return style == Style::integer ? "integer" : "integer(ak)"; }

std::string use(Language binding, bool keys) {
  const std::string module = keys ? "  use mpix\n" : "";
  switch (binding) {
  case Language::mpif:
    return std::string("  implicit none\n  include 'mpif.h'\n") + (keys ? "  include 'mpixf.h'\n" : "");
  case Language::use_mpi: return "  use mpi\n" + module + "  implicit none\n";
  default: return "  use mpi_f08\n" + module + "  implicit none\n";
  }
}

// The function that is given for `copy:`, `delete:` and so on, or nullptr: MPI's own, or none.
const ExportedFunction* given_function(const CProgram& program, const Statement& call, std::size_t parameter) {
  const auto& given = call.arguments[parameter];
  if (given && given->front().type != Term::Type::function) return nullptr;
  return &program.exported.functions.at(index_of_function(program.exported, call, parameter));
}

std::size_t index_of(const CProgram& program, const ExportedFunction& function) {
  return static_cast<std::size_t>(&function - program.exported.functions.data());
}

// A function that C calls and that makes one call.
class FortranCallWriter {
public:
  FortranCallWriter(const CProgram& program, const FortranCall& call)
      : program_(program), call_(call), f08_(call.call->language == Language::mpi_f08),
        value_(fortran_value(style(call.call->procedure, call.call->language))) {}

  std::string run() {
    const auto& procedure = call_.procedure();
    const bool makes_keyval = makes_key(call_.call->procedure);
    for (const auto& passed : procedure.call) {
      if (passed.is == Passed::Is::out) out(procedure.out[passed.index]);
      if (passed.is == Passed::Is::text) arguments_.push_back(fmt::format("'{}'", passed.text));
      if (passed.is != Passed::Is::in) continue;
      const auto& parameter = procedure.in[passed.index];
      if (parameter.type == Parameter::Type::callback) arguments_.push_back(function(passed.index));
      if (parameter.type == Parameter::Type::handle) parameter.kind == Kind::none ? any_handle() : handle(parameter);
      if (parameter.type == Parameter::Type::integer)
        add(parameter.name, parameter.wide ? "integer(ak), value" : "integer, value", std::string(parameter.name));
      if (parameter.type == Parameter::Type::attribute)
        add(parameter.name, makes_keyval ? value_ : value_ + ", value", std::string(parameter.name));
    }
    return text();
  }

private:
  void add(std::string_view dummy, const std::string& type, const std::string& argument) {
    dummies_.emplace_back(dummy);
    declare(type, std::string(dummy));
    arguments_.push_back(argument);
  }

  void declare(const std::string& type, const std::string& name) {
    declarations_ += fmt::format("    {} :: {}\n", type, name);
  }

  std::string function(std::size_t parameter) const {
    if (const auto* ours = given_function(program_, *call_.call, parameter))
      return program_.names.functions[index_of(program_, *ours)];
    const auto& given = call_.call->arguments[parameter]->front();
    if (given.type == Term::Type::null) return std::string(null_subroutine(parameter));
    return std::string(name(static_cast<Predefined>(given.number)));
  }

  void any_handle() {
    add("handle_type", "integer, value", "handle_type");
    add("handle", "integer, value", "handle");
  }

  // Does mpi_f08 have a type for it?
  bool has_type(Kind kind) const { return f08_ && kind != Kind::keyval && kind != Kind::key; }

  void handle(const Parameter& parameter) {
    if (parameter.inout) return changed_handle(parameter);
    const bool constructs = has_type(parameter.kind);
    add(parameter.name, "integer, value",
        constructs ? fmt::format("{}({})", kind_words(parameter.kind).type, parameter.name)
                   : std::string(parameter.name));
  }

  void out(const Parameter& parameter) {
    if (parameter.type == Parameter::Type::handle) changed_handle(parameter);
    if (parameter.type == Parameter::Type::flag_value) attribute(parameter.wide ? "value" : "attribute_val");
  }

  // MPI writes to it.
  void changed_handle(const Parameter& parameter) {
    const auto name = std::string(parameter.name);
    const bool is_type = has_type(parameter.kind);
    add(name, "integer", is_type ? "its" : name);
    if (!is_type) return;
    declare(fmt::format("type({})", kind_words(parameter.kind).type), "its");
    before_ += fmt::format("    its%MPI_VAL = {}\n", name);
    after_ += fmt::format("    {} = its%MPI_VAL\n", name);
  }

  void attribute(const std::string& name) {
    add(name, value_, name);
    add("flag", "integer", "its_flag");
    declare("logical", "its_flag");
    before_ += "    its_flag = .false.\n";
    after_ += "    flag = merge(1, 0, its_flag)\n";
  }

  std::string text() {
    arguments_.emplace_back("ierror");
    return fmt::format("\n  recursive function {0}({1}) result(ierror) bind(c)\n{2}    integer :: ierror\n\n"
                       "{3}    call {4}({5})\n{6}  end function\n",
                       call_.fortran_name(), fmt::join(dummies_, ", "), declarations_, before_, call_.procedure().name,
                       fmt::join(arguments_, ", "), after_);
  }

  const CProgram& program_;
  const FortranCall& call_;
  bool f08_;
  std::string value_; // the type of attribute values and extra_state
  std::vector<std::string> dummies_, arguments_;
  std::string declarations_, before_, after_;
};

// A callback, and the interface of the function of C to which it hands everything.
struct FortranCallback {
  std::string text, interface;
};

FortranCallback callback_of_key(const std::string& name, Callback role) {
  const bool copy = role == Callback::copy;
  const auto* handles = copy ? "handle, new_handle" : "handle";
  const auto* out = copy ? ", new_value, flag" : "";
  FortranCallback callback;
  callback.interface =
      fmt::format("    subroutine {0}_in_c(key, handle_type, {1}, context, value{2}) &\n"
                  "        bind(c, name='{0}_in_c')\n"
                  "      import :: ak\n"
                  "      integer, value :: key, handle_type, {1}\n"
                  "      integer(ak), value :: context, value\n{3}"
                  "    end subroutine\n",
                  name, handles, out, copy ? "      integer(ak) :: new_value\n      integer :: flag\n" : "");
  callback.text = fmt::format("\n  recursive subroutine {0}(key, handle_type, {1}, context, value{2})\n"
                              "    integer :: key, handle_type, {1}\n    integer(ak) :: context, value{3}\n{4}\n"
                              "    call {0}_in_c(key, handle_type, {1}, context, value{5})\n{6}  end subroutine\n",
                              name, handles, out, copy ? ", new_value" : "",
                              copy ? "    logical :: flag\n    integer :: its_flag\n" : "",
                              copy ? ", new_value, its_flag" : "", copy ? "    flag = its_flag /= 0\n" : "");
  return callback;
}

FortranCallback fortran_callback(const CProgram& program, const ExportedFunction& function, Language binding) {
  const auto& name = program.names.functions[index_of(program, function)];
  if (column_of(function.role) == Column::values) return callback_of_key(name, function.role);
  const bool copy = function.role == Callback::copy_attr;
  const bool f08 = binding == Language::mpi_f08;
  const auto value = fortran_value(function.style);
  const auto* values = copy ? "extra_state, attribute_val" : "attribute_val, extra_state";
  const auto* out = copy ? ", attribute_val_out, flag" : "";
  FortranCallback callback;
  callback.interface =
      fmt::format("    integer function {0}_in_c(handle, keyval, {1}{2}) &\n"
                  "        bind(c, name='{0}_in_c')\n"
                  "      import :: ak\n"
                  "      integer, value :: handle, keyval\n"
                  "      {3}, value :: {1}\n{4}"
                  "    end function\n",
                  name, values, out, value,
                  copy ? fmt::format("      {} :: attribute_val_out\n      integer :: flag\n", value) : "");
  callback.text = fmt::format(
      "\n  recursive subroutine {0}(handle, keyval, {1}{2}, ierror)\n"
      "    {3} :: handle\n"
      "    integer :: keyval, ierror\n"
      "    {4} :: {1}{5}\n{6}\n"
      "    ierror = {0}_in_c(handle{7}, keyval, {1}{8})\n{9}"
      "  end subroutine\n",
      name, values, out, f08 ? fmt::format("type({})", kind_words(function.kind).type) : "integer", value,
      copy ? ", attribute_val_out" : "", copy ? "    logical :: flag\n    integer :: its_flag\n" : "",
      f08 ? "%MPI_VAL" : "", copy ? ", attribute_val_out, its_flag" : "", copy ? "    flag = its_flag /= 0\n" : "");
  return callback;
}

// All that is in one binding.
class FortranModule {
public:
  FortranModule(const CProgram& program, Language binding) : program_(program), binding_(binding) {}

  std::string run(bool has_keyvals) {
    for (const auto& call : program_.fortran_calls)
      if (call.call->language == binding_) add(call);
    if (calls_.empty()) return "";
    auto text = fmt::format("module calls_in_{}\n{}\n  integer, parameter :: ak = MPI_ADDRESS_KIND\n", name(binding_),
                            use(binding_, program_.exported.uses(Area::ticket304)));
    if (has_keyvals)
      for (const auto keyval : predefined_keyvals(program_.exported.program))
        text += fmt::format("  integer, bind(c) :: {} = {}\n", fortran_keyval(keyval), name(keyval));
    if (!interfaces_.empty()) text += fmt::format("\n  interface\n{}  end interface\n", interfaces_);
    return text + "\ncontains\n" + calls_ + callbacks_ + "end module\n\n";
  }

private:
  void add(const FortranCall& call) {
    calls_ += FortranCallWriter(program_, call).run();
    const auto& parameters = call.procedure().in;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].type != Parameter::Type::callback) continue;
      const auto* function = given_function(program_, *call.call, i);
      if (function == nullptr || std::ranges::find(written_, function) != written_.end()) continue;
      written_.push_back(function);
      const auto callback = fortran_callback(program_, *function, binding_);
      interfaces_ += callback.interface;
      callbacks_ += callback.text;
    }
  }

  const CProgram& program_;
  Language binding_;
  std::vector<const ExportedFunction*> written_;
  std::string calls_, interfaces_, callbacks_;
};

} // namespace

std::vector<FortranFile> fortran_beside_c(const CProgram& program) {
  std::vector<FortranFile> files;
  for (int i = 0; i < language_count; ++i)
    if (const auto binding = static_cast<Language>(i); binding != Language::c)
      if (auto text = FortranModule(program, binding).run(files.empty()); !text.empty())
        files.push_back({fmt::format("calls_in_{}.f90", name(binding)), fortran_lines(text)});
  files.push_back({"main.f90", fortran_lines("! In Fortran, for compilers that link no C main program.\n"
                                             "program moot_main\n"
                                             "  interface\n"
                                             "    integer function run_case() bind(c)\n"
                                             "    end function\n"
                                             "  end interface\n\n"
                                             "  if (run_case() /= 0) stop 1\n"
                                             "end program\n")});
  return files;
}

} // namespace moot
