// Calls in Fortran.
#include "spec/language/export/fortran_code.h"

#include "spec/language/export/c_code.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

using Is = ExportType::Is;
using Lines = std::vector<std::string>;

class Call {
public:
  Call(const FortranProgram& program, const Statement& call, const ExportedFunction* in,
       std::vector<Style>& extra_states)
      : program_(program), call_(call), in_(in), signature_(signature(call.procedure)),
        style_(style(call.procedure, program.binding)), extra_states_(extra_states) {}

  Lines run() {
    auto list = arguments();
    list.emplace_back("error");
    after_success();
    Lines lines = declared_;
    lines.insert(lines.end(), before_.begin(), before_.end());
    if (call_.may_fail && program_.has_keys) lines.emplace_back("call MPIX_Layer_may_fail_next_dup(error)");
    lines.push_back(fmt::format("call {}({})", signature_.name, fmt::join(list, ", ")));
    if (call_.error != no_variable) lines.push_back(fmt::format("{} = error_class(error)", name_of(call_.error)));
    if (call_.may_fail || success_.empty()) { // it gives a null handle if it fails
      lines.insert(lines.end(), success_.begin(), success_.end());
    } else if (success_.size() == 1) {
      lines.push_back("if (error == MPI_SUCCESS) " + success_[0]);
    } else {
      lines.emplace_back("if (error == MPI_SUCCESS) then");
      for (const auto& line : success_) lines.push_back("  " + line);
      lines.emplace_back("end if");
    }
    lines.insert(lines.end(), always_.begin(), always_.end());
    return block(std::move(lines));
  }

private:
  const ExportedVariable& it(std::int64_t variable) const {
    return program_.exported.variables[static_cast<std::size_t>(variable)];
  }
  const std::string& name_of(std::int64_t variable) const { return program_.names.variable(variable); }
  std::int64_t result(std::size_t i = 0) const { return i < call_.results.size() ? call_.results[i] : no_variable; }

  // Variables of the call's own stand in a block of its own.
  Lines block(Lines lines) const {
    if (declared_.empty()) return lines;
    for (auto& line : lines) line.insert(0, "  ");
    lines.insert(lines.begin(), "block");
    lines.emplace_back("end block");
    return lines;
  }

  // ---- arguments

  std::string number(const std::optional<Expression>& given, bool wide) const {
    if (!given) return wide ? "0_ak" : "0";
    if (type_of(program_.exported, *given, in_).is != Is::number)
      refuse(call_.position, fmt::format("{}: a number is needed", signature_.name));
    const bool plain = given->size() == 1 && given->front().type == Term::Type::integer;
    if (!wide && plain) return std::to_string(static_cast<std::int32_t>(given->front().number));
    const auto text = fortran_expression(program_, *given, in_, call_.position);
    return wide ? text : fmt::format("int({})", text);
  }

  std::string typed(std::size_t i) const {
    const auto type = type_of(program_.exported, *call_.arguments[i], in_);
    if (signature_.in[i].kind == Kind::key && type.is == Is::number) return number(call_.arguments[i], false);
    if (type.is != Is::handle || type.kind != signature_.in[i].kind)
      refuse(call_.position, fmt::format("{}: what is passed as '{}' is not a {} handle", signature_.name,
                                         signature_.in[i].name, name(signature_.in[i].kind)));
    return fortran_expression(program_, *call_.arguments[i], in_, call_.position);
  }

  std::string written_argument() {
    auto handle = typed(0);
    const auto& term = call_.arguments[0]->front();
    const auto kind = signature_.in[0].kind;
    if (term.type == Term::Type::variable) {
      if (it(term.number).tracked && call_.procedure != Procedure::type_commit)
        always_.push_back(fmt::format("{0}_shown = {1}_name({0})", handle, kind_words(kind).word));
      return handle;
    }
    declared_.push_back(fmt::format("{} :: its", fortran_type(program_, kind)));
    before_.push_back("its = " + handle);
    return "its";
  }

  std::string function(std::size_t i) const {
    const auto& given = call_.arguments[i];
    if (given && given->front().type == Term::Type::null) return no_function(i);
    if (given && given->front().type == Term::Type::predefined)
      return std::string(name(static_cast<Predefined>(given->front().number)));
    return program_.names.functions.at(index_of_function(program_.exported, call_, i));
  }

  std::string no_function(std::size_t i) const {
    if (signature_.area == Area::attributes) refuse(call_.position, "Fortran has no null pointer for a callback");
    return std::string(null_subroutine(i));
  }

  // Of MPIX_Value_*: a handle of any kind,
  std::string any_handle(std::size_t i) const {
    const auto& given = *call_.arguments[i];
    if (type_of(program_.exported, given, in_).is != Is::handle)
      refuse(call_.position, fmt::format("{}: 'handle' must be a handle", signature_.name));
    return fortran_expression(program_, given, in_, call_.position);
  }
  // and of which kind it is, which the case may say wrongly.
  std::string handle_type(std::size_t i) const {
    if (call_.arguments[i])
      refuse(call_.position, fmt::format("{}: a type that is given is not exported in Fortran", signature_.name));
    constexpr std::size_t handle = 1;
    const auto kind = type_of(program_.exported, *call_.arguments[handle], in_).kind;
    if (kind == Kind::none) return "handle_type"; // the callback's
    const auto constant = moot::handle_type(kind);
    if (constant.empty())
      refuse(call_.position, fmt::format("{} takes no {} as 'handle'", signature_.name, name(kind)));
    return std::string(constant);
  }

  // A variable of the case is passed itself, as the program would; anything else stands in a variable of its own that lives on:
  // MPICH keeps its address.
  std::string extra_state() {
    const auto& given = call_.arguments[2];
    const bool is_variable = given && given->size() == 1 && given->front().type == Term::Type::variable;
    if (is_variable && style_ != Style::integer) return number(given, true);
    extra_states_.push_back(style_);
    auto name = fmt::format("extra_state_{}", extra_states_.size());
    before_.push_back(fmt::format("{} = {}", name, number(call_.arguments[2], style_ != Style::integer)));
    return name;
  }

  std::vector<std::string> arguments() {
    std::vector<std::string> list;
    for (const auto& passed : signature_.call) list.push_back(argument(passed));
    return list;
  }

  std::string argument(const Passed& passed) {
    switch (passed.is) {
    case Passed::Is::in: return given(passed.index);
    case Passed::Is::out: return out(passed.index);
    case Passed::Is::text: return fmt::format("'{}'", passed.text);
    case Passed::Is::sent: return "sent";
    case Passed::Is::received: return "received";
    case Passed::Is::self: return "0";
    case Passed::Is::size: return "8_ak";
    case Passed::Is::one: return "1_MPI_COUNT_KIND";
    case Passed::Is::base:
      declared_.emplace_back(program_.binding == Language::mpi_f08 ? "type(c_ptr) :: base" : "integer(ak) :: base");
      return "base";
    default: return std::string(passed.text); // a constant
    }
  }

  std::string given(std::size_t i) {
    const auto& parameter = signature_.in[i];
    switch (parameter.type) {
    case Parameter::Type::callback: return function(i);
    case Parameter::Type::attribute:
      return makes_key(call_.procedure) ? extra_state() : number(call_.arguments[i], style_ != Style::integer);
    case Parameter::Type::integer: return number(call_.arguments[i], parameter.wide);
    case Parameter::Type::kind: return handle_type(i);
    case Parameter::Type::handle:
      if (parameter.kind == Kind::none) return any_handle(i);
      [[fallthrough]];
    default: return parameter.inout ? written_argument() : typed(i);
    }
  }

  // ---- OUT arguments

  std::string out(std::size_t i) {
    const auto& parameter = signature_.out[i];
    if (parameter.type == Parameter::Type::flag_value)
      return style_ == Style::integer ? "old_attribute, found" : "attribute, found";
    if (parameter.type == Parameter::Type::integer) return "found"; // of MPI_Test, MPI_Finalized
    if (result(i) == no_variable) {
      const bool nonblocking = signature_.out.size() > 1; // MPI may write there later
      declared_.push_back(
          fmt::format("{}{} :: {}", fortran_type(program_, parameter.kind), nonblocking ? ", save" : "", made(i)));
    }
    return made(i);
  }
  std::string made(std::size_t i) const {
    if (result(i) != no_variable) return name_of(result(i));
    return i == 0 ? "made" : "made_too";
  }

  void after_success() {
    if (signature_.out.empty()) return;
    const auto& parameter = signature_.out[0];
    if (parameter.type == Parameter::Type::handle) {
      for (std::size_t i = 0; i < signature_.out.size(); ++i) after_making(i);
      return;
    }
    if (result() == no_variable) return;
    const auto& name = name_of(result());
    const bool value = parameter.type == Parameter::Type::flag_value;
    const auto* got = style_ == Style::integer ? "int(old_attribute, ak)" : "attribute";
    success_.push_back(value ? fmt::format("{} = merge({}, 0_ak, found)", name, got)
                             : fmt::format("{} = number(found)", name));
    if (it(result()).tracked)
      success_.push_back(fmt::format("{}_is = {}", name, value ? "merge(is_number, is_null, found)" : "is_number"));
  }

  // A new object: how it shows from now on.
  void after_making(std::size_t i) {
    const auto kind = signature_.out[i].kind;
    const bool named = result(i) != no_variable;
    const auto handle = made(i);
    const auto& variables = program_.exported.program.variables;
    const auto shown = named ? variables[static_cast<std::size_t>(result(i))] : std::string("_");
    if (call_.may_fail && named) before_.push_back(fmt::format("{} = {}", handle, null_handle(kind)));
    if (signature_.passes(Passed::Is::base)) {
      success_.push_back(fmt::format("call MPI_Win_set_errhandler({}, MPI_ERRORS_RETURN, error)", handle));
      if (program_.says_window_base)
        success_.emplace_back(program_.binding == Language::mpi_f08 ? "window_base = transfer(base, window_base)"
                                                                    : "window_base = base");
    }
    if (program_.exported.shown_kinds.contains(kind)) {
      success_.push_back(fmt::format("call remember_{}({}, '{}')", kind_words(kind).word, handle, shown));
      if (named && it(result(i)).tracked)
        success_.push_back(fmt::format("{0}_shown = {1}_name({0})", handle, kind_words(kind).word));
    }
  }

  const FortranProgram& program_;
  const Statement& call_;
  const ExportedFunction* in_;
  const Signature& signature_;
  Style style_;
  std::vector<Style>& extra_states_;
  Lines declared_; // variables of the call's own
  Lines before_;
  Lines success_;
  Lines always_;
};

} // namespace

std::vector<std::string> fortran_call(const FortranProgram& program, const Statement& call, const ExportedFunction* in,
                                      std::vector<Style>& extra_states) {
  return Call(program, call, in, extra_states).run();
}

} // namespace moot
