// The C half of calls and callbacks between C and Fortran.
#include "model/vocabulary/column.h"
#include "spec/language/export/crossing.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

std::string c_value(Style style) { return style == Style::integer ? "MPI_Fint" : "MPI_Aint"; }
std::string pointer(Style style, std::string_view value) {
  return fmt::format("(void *){}{}", style == Style::integer ? "(intptr_t)" : "", value);
}
std::string value_of(Style style, std::string_view pointer) {
  return fmt::format("({}){}{}", c_value(style), style == Style::integer ? "(intptr_t)" : "", pointer);
}

// "MPI_Comm_f2c"
std::string f2c(Kind kind) {
  std::string name(kind_words(kind).c2f);
  return name.replace(name.size() - 3, 3, "f2c");
}

// A function that makes one call in Fortran, with the parameters of the C call.
class CallInFortran {
public:
  CallInFortran(const FortranCall& call, bool converts_keyvals)
      : call_(call), style_(style(call.call->procedure, call.call->language)), value_(c_value(style_)),
        converts_keyvals_(converts_keyvals) {}

  std::string run() {
    const auto& procedure = call_.procedure();
    const bool makes_keyval = makes_key(call_.call->procedure);
    for (const auto& passed : procedure.call) {
      if (passed.is == Passed::Is::out) out(procedure.out[passed.index]);
      if (passed.is != Passed::Is::in) continue;
      const auto& parameter = procedure.in[passed.index];
      if (parameter.type == Parameter::Type::handle) parameter.kind == Kind::none ? any_handle() : handle(parameter);
      if (parameter.type == Parameter::Type::integer) number(parameter);
      if (parameter.type == Parameter::Type::attribute) makes_keyval ? extra_state() : attribute();
    }
    return text();
  }

private:
  void add(const std::string& in_c, const std::string& in_fortran, const std::string& argument) {
    in_c_.push_back(in_c);
    in_fortran_.push_back(in_fortran);
    arguments_.push_back(argument);
  }

  void number(const Parameter& parameter) {
    const auto* const in_fortran = parameter.wide ? "MPI_Aint" : "MPI_Fint";
    add(fmt::format("{} {}", parameter.wide ? "MPI_Aint" : "int", parameter.name),
        fmt::format("{} {}", in_fortran, parameter.name), std::string(parameter.name));
  }

  void any_handle() {
    add("int handle_type", "MPI_Fint handle_type", "handle_type");
    add("MPIX_Handle handle", "MPI_Fint handle", "handle_c2f(handle_type, handle)");
  }

  std::string to_fortran(Kind kind, const std::string& handle) const {
    if (kind != Kind::keyval) return fmt::format("{}({})", kind_words(kind).c2f, handle);
    return converts_keyvals_ ? fmt::format("keyval_c2f({})", handle) : handle;
  }

  void handle(const Parameter& parameter) {
    const auto name = parameter.name;
    const auto kind = parameter.kind;
    if (parameter.inout)
      changed_handle(parameter, fmt::format("*{}", name));
    else
      add(fmt::format("{} {}", kind_words(kind).type, name), fmt::format("MPI_Fint {}", name),
          to_fortran(kind, std::string(name)));
  }

  void out(const Parameter& parameter) {
    if (parameter.type == Parameter::Type::handle) changed_handle(parameter, std::string(null_handle(parameter.kind)));
    if (parameter.type == Parameter::Type::flag_value) parameter.wide ? out_value() : out_attribute();
  }

  // MPI writes to it.
  void changed_handle(const Parameter& parameter, const std::string& before) {
    const auto kind = parameter.kind;
    add(fmt::format("{} *{}", kind_words(kind).type, parameter.name), fmt::format("MPI_Fint *{}", parameter.name),
        "&its");
    before_.push_back(fmt::format("MPI_Fint its = {};", to_fortran(kind, before)));
    after_.push_back(kind == Kind::keyval ? fmt::format("*{} = its;", parameter.name)
                                          : fmt::format("*{} = {}(its);", parameter.name, f2c(kind)));
  }

  void attribute() { add("void *attribute_val", value_ + " attribute_val", value_of(style_, "attribute_val")); }

  void out_attribute() {
    add("void *attribute_val", value_ + " *attribute_val", "&value_in_fortran");
    add("int *flag", "MPI_Fint *flag", "&flag_in_fortran");
    before_.push_back(value_ + " value_in_fortran = 0;");
    before_.emplace_back("MPI_Fint flag_in_fortran = 0;");
    after_.push_back(fmt::format("*(void **)attribute_val = {};", pointer(style_, "value_in_fortran")));
    after_.emplace_back("*flag = flag_in_fortran;");
  }

  // Of a key: the same number.
  void out_value() {
    add("MPI_Aint *value", "MPI_Aint *value", "value");
    add("int *flag", "MPI_Fint *flag", "&flag_in_fortran");
    before_.emplace_back("MPI_Fint flag_in_fortran = 0;");
    after_.emplace_back("*flag = flag_in_fortran;");
  }

  void extra_state() {
    add("void *extra_state", value_ + " *extra_state", "variable");
    before_.push_back(value_ + " *variable = malloc(sizeof *variable); /* for ever: MPICH keeps its address */");
    before_.push_back(fmt::format("*variable = {};", value_of(style_, "extra_state")));
    const auto& given = call_.call->arguments[2];
    if (given && only_variable(*given) != no_variable)
      after_.emplace_back("*variable = 0; /* the program uses its variable again */");
  }

  std::string text() const {
    auto text = fmt::format("MPI_Fint {}({});\nstatic int {}({}) {{\n", call_.fortran_name(),
                            fmt::join(in_fortran_, ", "), call_.name, fmt::join(in_c_, ", "));
    const auto invocation = fmt::format("{}({})", call_.fortran_name(), fmt::join(arguments_, ", "));
    if (after_.empty()) return text + fmt::format("  return {};\n}}\n\n", invocation);
    for (const auto& line : before_) text += fmt::format("  {}\n", line);
    text += fmt::format("  int error = {};\n", invocation);
    for (const auto& line : after_) text += fmt::format("  {}\n", line);
    return text + "  return error;\n}\n\n";
  }

  const FortranCall& call_;
  Style style_;
  std::string value_; // the type of attribute values and extra_state
  bool converts_keyvals_;
  std::vector<std::string> in_c_, in_fortran_; // parameters
  std::vector<std::string> arguments_, before_, after_;
};

std::string keyvals_of_fortran(const std::vector<Constant>& keyvals) {
  std::string text = "/* Keyvals of MPI's own have other numbers in Fortran. */\n", body;
  for (const auto keyval : keyvals) {
    text += fmt::format("extern MPI_Fint {};\n", fortran_keyval(keyval));
    body += fmt::format("  if (keyval == {}) return {};\n", name(keyval), fortran_keyval(keyval));
  }
  return text + fmt::format("static MPI_Fint keyval_c2f(int keyval) {{\n{}  return keyval;\n}}\n\n", body);
}

// A handle of any kind, as MPIX_Value_set in Fortran takes it.
constexpr auto handle_for_fortran = R"(static MPI_Fint handle_c2f(int handle_type, MPIX_Handle handle) {
  switch (handle_type) {
  case MPIX_HANDLE_COMM: return MPI_Comm_c2f(MPIX_Handle_comm(handle));
  case MPIX_HANDLE_DATATYPE: return MPI_Type_c2f(MPIX_Handle_datatype(handle));
  case MPIX_HANDLE_WIN: return MPI_Win_c2f(MPIX_Handle_win(handle));
  case MPIX_HANDLE_INFO: return MPI_Info_c2f(MPIX_Handle_info(handle));
  case MPIX_HANDLE_REQUEST: return MPI_Request_c2f(MPIX_Handle_request(handle));
  case MPIX_HANDLE_FILE: return MPI_File_c2f(MPIX_Handle_file(handle));
  case MPIX_HANDLE_ERRHANDLER: return MPI_Errhandler_c2f(MPIX_Handle_errhandler(handle));
  case MPIX_HANDLE_GROUP: return MPI_Group_c2f(MPIX_Handle_group(handle));
  case MPIX_HANDLE_OP: return MPI_Op_c2f(MPIX_Handle_op(handle));
  default: return MPIX_Key_c2f(MPIX_Handle_key(handle));
  }
}

)";

// And as a callback in Fortran gets it.
constexpr auto handle_from_fortran = R"(static MPIX_Handle handle_f2c(int handle_type, MPI_Fint handle) {
  switch (handle_type) {
  case MPIX_HANDLE_COMM: return MPIX_HANDLE(MPI_Comm_f2c(handle));
  case MPIX_HANDLE_DATATYPE: return MPIX_HANDLE(MPI_Type_f2c(handle));
  case MPIX_HANDLE_WIN: return MPIX_HANDLE(MPI_Win_f2c(handle));
  case MPIX_HANDLE_INFO: return MPIX_HANDLE(MPI_Info_f2c(handle));
  case MPIX_HANDLE_REQUEST: return MPIX_HANDLE(MPI_Request_f2c(handle));
  case MPIX_HANDLE_FILE: return MPIX_HANDLE(MPI_File_f2c(handle));
  case MPIX_HANDLE_ERRHANDLER: return MPIX_HANDLE(MPI_Errhandler_f2c(handle));
  case MPIX_HANDLE_GROUP: return MPIX_HANDLE(MPI_Group_f2c(handle));
  case MPIX_HANDLE_OP: return MPIX_HANDLE(MPI_Op_f2c(handle));
  default: return MPIX_HANDLE(MPIX_Key_f2c(handle));
  }
}

)";

// Lines that break behind the opening parenthesis.
std::string broken(const std::string& begin, std::string_view first, std::string_view second) {
  return fmt::format("{}{},\n{}{}", begin, first, std::string(begin.size(), ' '), second);
}

std::string for_callback_of_key(const std::string& name, Callback role) {
  const auto begin = fmt::format("void {}_in_c(", name);
  const auto call = fmt::format("  {}(", name);
  if (role != Callback::copy)
    return broken(begin, "MPI_Fint key, MPI_Fint handle_type, MPI_Fint handle",
                  "MPI_Aint context, MPI_Aint value) {\n") +
           fmt::format("{}MPIX_Key_f2c(key), handle_type, handle_f2c(handle_type, handle), context, value);\n}}\n\n",
                       call);
  return broken(begin, "MPI_Fint key, MPI_Fint handle_type, MPI_Fint handle, MPI_Fint new_handle",
                "MPI_Aint context, MPI_Aint value, MPI_Aint *new_value, MPI_Fint *flag) {\n") +
         "  int its_flag = 0;\n" +
         broken(call, "MPIX_Key_f2c(key), handle_type, handle_f2c(handle_type, handle)",
                "handle_f2c(handle_type, new_handle), context, value, new_value, &its_flag);\n") +
         "  *flag = its_flag;\n}\n\n";
}

std::string for_callback(const CProgram& program, std::size_t index) {
  const auto& function = program.exported.functions[index];
  const auto& name = program.names.functions[index];
  if (column_of(function.role) == Column::values) return for_callback_of_key(name, function.role);
  const auto value = c_value(function.style);
  const auto begin = fmt::format("MPI_Fint {}_in_c(", name);
  const auto attribute_val = pointer(function.style, "attribute_val");
  const auto extra_state = pointer(function.style, "extra_state");
  const auto handle = f2c(function.kind) + "(handle)";
  if (function.role == Callback::delete_attr)
    return fmt::format("{}MPI_Fint handle, MPI_Fint keyval, {} attribute_val, {} extra_state) {{\n"
                       "  return {}({}, keyval, {}, {});\n}}\n\n",
                       begin, value, value, name, handle, attribute_val, extra_state);
  return broken(begin, fmt::format("MPI_Fint handle, MPI_Fint keyval, {0} extra_state, {0} attribute_val", value),
                fmt::format("{} *attribute_val_out, MPI_Fint *flag) {{\n", value)) +
         "  void *value = NULL;\n  int its_flag = 0;\n" +
         broken(fmt::format("  int error = {}(", name), fmt::format("{}, keyval, {}", handle, extra_state),
                fmt::format("{}, &value, &its_flag);\n", attribute_val)) +
         fmt::format("  if (its_flag) *attribute_val_out = {};\n", value_of(function.style, "value")) +
         "  *flag = its_flag;\n  return error;\n}\n\n";
}

} // namespace

std::string c_calls_in_fortran(const CProgram& program) {
  if (program.fortran_calls.empty()) return "";
  const auto keyvals = predefined_keyvals(program.exported.program);
  std::string text = "/* ---- Its calls in Fortran, which calls_in_*.f90 make ---- */\n\n";
  if (!keyvals.empty()) text += keyvals_of_fortran(keyvals);
  std::string calls;
  for (const auto& call : program.fortran_calls) calls += CallInFortran(call, !keyvals.empty()).run();
  if (calls.find("handle_c2f(") != std::string::npos) text += handle_for_fortran;
  return text + calls;
}

std::string c_for_fortran_callbacks(const CProgram& program) {
  std::string text;
  for (std::size_t i = 0; i < program.exported.functions.size(); ++i)
    if (program.exported.functions[i].style != Style::pointer) text += for_callback(program, i);
  if (text.empty()) return "";
  if (text.find("handle_f2c(") != std::string::npos) text.insert(0, handle_from_fortran);
  return "/* ---- For its callbacks in Fortran ---- */\n\n" + text;
}

} // namespace moot
