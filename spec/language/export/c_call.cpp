#include "spec/language/export/c_call.h"

#include "model/vocabulary/column.h"
#include "spec/language/export/c_expression.h"
#include "spec/language/export/crossing.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

using Is = ExportType::Is;
using Lines = std::vector<std::string>;

bool gets_attribute(Procedure procedure) {
  const auto& out = signature(procedure).out;
  return !out.empty() && out[0].type == Parameter::Type::flag_value && !out[0].wide;
}

// How a variable shows from now on: as what its handle names.
std::string looked_up(const std::string& name, Kind kind) {
  return fmt::format("{0}_shown = {1}_name({0});", name, kind_words(kind).word);
}

class Call {
public:
  Call(const CProgram& program, const Statement& call, const ExportedFunction* in)
      : program_(program), call_(call), in_(in), signature_(signature(call.procedure)) {}

  Lines run() {
    if (signature_.returns) return conversion();
    const auto invocation = fmt::format("{}({})", c_procedure(program_, call_), fmt::join(arguments(), ", "));
    after_success();
    Lines lines = before_;
    if (!before_making_.empty()) lines.push_back(before_making_);
    if (call_.may_fail && !call_.results.empty())
      lines.push_back(fmt::format("{} = {};", name_of(call_.results[0]), null_handle(signature_.out[0].kind)));
    if (call_.may_fail && program_.exported.uses(Area::ticket304))
      lines.emplace_back("MPIX_Layer_may_fail_next_dup();");
    check(lines, invocation);
    lines.insert(lines.end(), always_.begin(), always_.end());
    return block(std::move(lines));
  }

private:
  const ExportedVariable& it(std::int64_t variable) const {
    return program_.exported.variables[static_cast<std::size_t>(variable)];
  }
  const std::string& name_of(std::int64_t variable) const { return program_.names.variable(variable); }
  std::string text(std::size_t argument) const {
    return c_expression(program_, *call_.arguments[argument], in_, call_.position);
  }

  // The call itself. The lines for its success follow where it succeeded.
  void check(Lines& lines, const std::string& invocation) const {
    const bool error = call_.error != no_variable;
    if (error) lines.push_back(fmt::format("{} = error_class({});", name_of(call_.error), invocation));
    if (success_.empty()) {
      if (!error) lines.push_back(invocation + ';');
      return;
    }
    if (call_.may_fail) { // it gives a null handle then
      if (!error) lines.push_back(invocation + ';');
      lines.insert(lines.end(), success_.begin(), success_.end());
      return;
    }
    const auto condition = error ? name_of(call_.error) : invocation;
    if (success_.size() == 1) {
      lines.push_back(fmt::format("if ({} == MPI_SUCCESS) {}", condition, success_[0]));
      return;
    }
    lines.push_back(fmt::format("if ({} == MPI_SUCCESS) {{", condition));
    for (const auto& line : success_) lines.push_back("  " + line);
    lines.emplace_back("}");
  }

  // Variables of the call's own stand in a block of its own.
  Lines block(Lines lines) const {
    if (before_.empty()) return lines;
    for (auto& line : lines) line.insert(0, "  ");
    lines.insert(lines.begin(), "{");
    lines.emplace_back("}");
    return lines;
  }

  // ---- arguments

  std::vector<std::string> arguments() {
    std::vector<std::string> list;
    for (const auto& passed : signature_.call) pass(passed, list);
    return list;
  }

  void pass(const Passed& passed, std::vector<std::string>& list) {
    switch (passed.is) {
    case Passed::Is::in: passed.count == 0 ? argument(passed.index, list) : array(passed, list); break;
    case Passed::Is::out: out(passed.index, list); break;
    case Passed::Is::constant: list.emplace_back(passed.text); break;
    case Passed::Is::text: list.push_back(fmt::format("\"{}\"", passed.text)); break;
    case Passed::Is::sent: list.emplace_back("sent"); break;
    case Passed::Is::received: list.emplace_back("received"); break;
    case Passed::Is::self: list.emplace_back("0"); break;
    case Passed::Is::processes: list.emplace_back("1"); break; // (exported programs are for one)
    case Passed::Is::shape: list.emplace_back("(int[]){1}"); break;
    case Passed::Is::edges: list.emplace_back("(int[]){0}"); break;
    case Passed::Is::size: list.emplace_back("8"); break;
    case Passed::Is::memory: list.emplace_back("window_memory"); break;
    case Passed::Is::nothing: list.emplace_back("NULL"); break;
    case Passed::Is::one: list.emplace_back("1"); break;
    case Passed::Is::ones: list.emplace_back("(int[]){1, 1}"); break;
    case Passed::Is::zeros: list.emplace_back("(int[]){0, 0}"); break;
    case Passed::Is::offsets: list.emplace_back("(MPI_Aint[]){0, 0}"); break;
    case Passed::Is::integers:
      before_.emplace_back("int integers[3];");
      list.emplace_back("integers");
      break;
    case Passed::Is::addresses:
      before_.emplace_back("MPI_Aint addresses[2];");
      list.emplace_back("addresses");
      break;
    case Passed::Is::operation: list.emplace_back("an_operation"); break;
    case Passed::Is::handler: list.emplace_back("a_handler"); break; // (no export has it yet)
    case Passed::Is::base: before_.emplace_back("void *base = NULL;"); list.emplace_back("&base");
    }
  }

  void argument(std::size_t i, std::vector<std::string>& list) {
    const auto& parameter = signature_.in[i];
    const auto& given = call_.arguments[i];
    switch (parameter.type) {
    case Parameter::Type::callback:
      if (call_.language == Language::c) list.push_back(function(i)); // Fortran knows its own
      break;
    case Parameter::Type::attribute:
      list.push_back(given ? c_pointer(program_, *given, in_, call_.position) : "NULL");
      break;
    case Parameter::Type::integer: list.push_back(given ? number(i) : "0"); break;
    case Parameter::Type::error: // (no export has it yet)
    case Parameter::Type::kind:  // with its handle
    case Parameter::Type::index:
    case Parameter::Type::memory: // (nor these)
    case Parameter::Type::tool:
    case Parameter::Type::procedure:
    case Parameter::Type::flag_value: break;
    case Parameter::Type::handle:
      if (parameter.kind == Kind::none)
        any_handle(i, list);
      else
        list.push_back(parameter.inout ? address() : typed(i));
    }
  }

  void array(const Passed& passed, std::vector<std::string>& list) {
    const auto& first = signature_.in[passed.index];
    const auto type = kind_words(first.kind).type;
    std::vector<std::string> items;
    for (std::size_t i = passed.index; i < passed.index + std::size_t{passed.count}; ++i)
      items.push_back(first.inout ? typed(i) : argument(i));
    if (!first.inout) return list.push_back(fmt::format("({}[]){{{}}}", type, fmt::join(items, ", ")));
    before_.push_back(fmt::format("{} its[] = {{{}}};", type, fmt::join(items, ", ")));
    for (std::size_t i = 0; i < items.size(); ++i) give_back(passed.index + i, fmt::format("its[{}]", i), items[i]);
    list.emplace_back("its");
  }

  std::string argument(std::size_t i) {
    std::vector<std::string> one;
    argument(i, one);
    return one.at(0);
  }

  // What MPI wrote to an array goes to the program's variable.
  void give_back(std::size_t i, const std::string& from, const std::string& to) {
    const auto& term = call_.arguments[i]->front();
    if (term.type != Term::Type::variable) return;
    always_.push_back(fmt::format("{} = {};", to, from));
    if (it(term.number).tracked) always_.push_back(looked_up(to, signature_.in[i].kind));
  }

  std::string number(std::size_t i) const {
    if (type_of(program_.exported, *call_.arguments[i], in_).is != Is::number)
      refuse(call_.position, fmt::format("{}: '{}' must be a number", signature_.name, signature_.in[i].name));
    const auto& terms = *call_.arguments[i];
    const bool plain = terms.size() == 1 && terms[0].type == Term::Type::integer;
    return signature_.in[i].wide || plain ? text(i) : fmt::format("(int)({})", text(i));
  }

  // A handle of the parameter's kind.
  std::string typed(std::size_t i) const {
    const auto type = type_of(program_.exported, *call_.arguments[i], in_);
    const auto kind = signature_.in[i].kind;
    if (kind == Kind::key && type.is == Is::number &&
        call_.language != Language::c) // the INTEGER that it is in Fortran
      return fmt::format("MPIX_Key_f2c((MPI_Fint){})", number(i));
    if (type.is != Is::handle || type.kind != kind)
      refuse(call_.position, fmt::format("{}: what is passed as '{}' has another type in C than {}", signature_.name,
                                         signature_.in[i].name, kind_words(kind).type));
    return text(i);
  }

  std::string address() {
    const auto handle = typed(0);
    const auto& term = call_.arguments[0]->front();
    if (term.type == Term::Type::variable) {
      if (it(term.number).tracked && call_.procedure != Procedure::type_commit)
        always_.push_back(looked_up(handle, signature_.in[0].kind));
      return '&' + handle;
    }
    if (term.type == Term::Type::argument && !gets_any_handle(column_of(in_->role)))
      return '&' + handle; // the parameter
    before_.push_back(fmt::format("{} its = {};", kind_words(signature_.in[0].kind).type, handle));
    return "&its";
  }

  // Of MPIX_Value_*: with its type, which the case may give.
  void any_handle(std::size_t i, std::vector<std::string>& list) const {
    const auto type = type_of(program_.exported, *call_.arguments[i], in_);
    if (type.is != Is::handle) refuse(call_.position, fmt::format("{}: 'handle' must be a handle", signature_.name));
    const bool of_any = type.kind == Kind::none;
    auto handle_type = std::string(of_any ? "handle_type" : moot::handle_type(type.kind));
    for (std::size_t j = 0; j < signature_.in.size(); ++j)
      if (signature_.in[j].type == Parameter::Type::kind && call_.arguments[j]) {
        if (call_.language != Language::c)
          refuse(call_.position, fmt::format("{}: a type that is given is not exported in Fortran", signature_.name));
        const Expression& given = *call_.arguments[j];
        handle_type = given.front().type == Term::Type::kind
                          ? std::string(moot::handle_type(static_cast<Kind>(given.front().number)))
                          : number(j);
      }
    if (handle_type.empty())
      refuse(call_.position, fmt::format("{} takes no keyval as 'handle' in C", signature_.name));
    list.push_back(handle_type);
    const bool argument =
        call_.arguments[i]->front().type == Term::Type::argument && gets_any_handle(column_of(in_->role));
    const bool is_key = argument && type.kind == Kind::key &&
                        static_cast<CallbackArgument>(call_.arguments[i]->front().number) == CallbackArgument::key;
    if (argument && !is_key) // an MPIX_Handle already
      list.emplace_back(name(static_cast<CallbackArgument>(call_.arguments[i]->front().number)));
    else
      list.push_back(fmt::format("MPIX_HANDLE({})", text(i)));
  }

  std::string function(std::size_t i) const {
    const auto& given = call_.arguments[i];
    if (given && given->front().type == Term::Type::null) return "NULL";
    if (given && given->front().type == Term::Type::predefined)
      return std::string(name(static_cast<Predefined>(given->front().number)));
    return program_.names.functions.at(index_of_function(program_.exported, call_, i));
  }

  // ---- OUT arguments

  void out(std::size_t i, std::vector<std::string>& list) {
    const auto& parameter = signature_.out[i];
    if (parameter.type == Parameter::Type::flag_value) {
      const bool key = parameter.wide;
      if (key) before_.insert(before_.end(), {"MPI_Aint value_there = 0;", "int found = 0;"});
      list.insert(list.end(), {key ? "&value_there" : "&attribute", "&found"});
    } else if (parameter.type == Parameter::Type::index) {
      before_.emplace_back("int place = MPI_UNDEFINED;");
      list.emplace_back("&place");
    } else if (parameter.type == Parameter::Type::integer) { // of MPI_Test, MPI_Finalized
      before_.emplace_back("int found = 0;");
      list.emplace_back("&found");
    } else {
      out_handle(i, list);
    }
  }

  void out_handle(std::size_t i, std::vector<std::string>& list) {
    const bool nonblocking = i == 0 && signature_.out.size() > 1; // MPI may write there later
    if (i >= call_.results.size())
      before_.push_back(
          fmt::format("{}{} {};", nonblocking ? "static " : "", kind_words(signature_.out[i].kind).type, unnamed(i)));
    list.push_back('&' + made(i));
  }
  static std::string unnamed(std::size_t i) { return i == 0 ? "made" : "made_too"; }
  std::string made(std::size_t i) const { return i < call_.results.size() ? name_of(call_.results[i]) : unnamed(i); }

  void after_success() {
    for (std::size_t i = 0; i < signature_.out.size(); ++i) {
      if (signature_.out[i].type == Parameter::Type::handle)
        after_making(i);
      else if (i < call_.results.size())
        after_getting(i, call_.results[i]);
    }
  }

  void after_getting(std::size_t i, std::int32_t result) {
    const auto& parameter = signature_.out[i];
    const auto& name = name_of(result);
    const bool value = parameter.type == Parameter::Type::flag_value;
    const bool place = parameter.type == Parameter::Type::index;
    const auto* is = place ? "place != MPI_UNDEFINED" : "found";
    const auto* got = place ? "place" : !value ? "1" : parameter.wide ? "value_there" : "(intptr_t)attribute";
    success_.push_back(fmt::format("{} = {} ? {} : 0;", name, is, got));
    if (!it(result).tracked) return;
    success_.push_back(value || place ? fmt::format("{}_is = {} ? IS_NUMBER : IS_NULL;", name, is)
                                      : fmt::format("{}_is = IS_NUMBER;", name));
  }

  // A new object: how it shows from now on.
  void after_making(std::size_t i) {
    const auto kind = signature_.out[i].kind;
    if (i > 0 && signature_.out[0].type == Parameter::Type::integer)
      refuse(call_.position, fmt::format("{} is not exported yet", signature_.name));
    const auto result = i < call_.results.size() ? call_.results[i] : no_variable;
    const auto handle = made(i);
    const auto shown = result == no_variable ? std::string("_")
                                             : program_.exported.program.variables[static_cast<std::size_t>(result)];
    if (signature_.passes(Passed::Is::base)) {
      success_.push_back(fmt::format("MPI_Win_set_errhandler({}, MPI_ERRORS_RETURN);", handle));
      if (program_.says_window_base) success_.emplace_back("window_base = (intptr_t)base;");
    }
    if (program_.exported.shown_kinds.contains(kind)) {
      if (program_.says_what_is_made && signature_.duplicates)
        before_making_ = fmt::format("being_made = \"{}\";", shown);
      const bool tracked = result != no_variable && it(result).tracked;
      success_.push_back(fmt::format("{}new_{}({}, \"{}\");", tracked ? handle + "_shown = " : "",
                                     kind_words(kind).word, handle, shown));
    }
  }

  // MPIX_Key_c2f and MPIX_Key_f2c cannot fail.
  Lines conversion() {
    const bool to_fortran = signature_.out[0].type == Parameter::Type::integer;
    const bool is_key = type_of(program_.exported, *call_.arguments[0], in_) == ExportType{Is::handle, Kind::key};
    const auto argument = to_fortran ? typed(0)
                          : is_key   ? fmt::format("MPIX_Key_c2f({})", text(0)) // made in Fortran: an INTEGER there
                                     : fmt::format("(MPI_Fint)({})", number(0));
    const auto invocation = fmt::format("{}({})", signature_.name, argument);
    Lines lines;
    if (call_.results.empty()) {
      lines.push_back(invocation + ';');
    } else {
      const auto result = call_.results[0];
      lines.push_back(fmt::format("{} = {};", name_of(result), invocation));
      if (it(result).tracked)
        lines.push_back(to_fortran ? fmt::format("{}_is = IS_NUMBER;", name_of(result))
                                   : looked_up(name_of(result), Kind::key));
    }
    if (call_.error != no_variable) lines.push_back(fmt::format("{} = MPI_SUCCESS;", name_of(call_.error)));
    return lines;
  }

  const CProgram& program_;
  const Statement& call_;
  const ExportedFunction* in_;
  const Signature& signature_;
  Lines before_;  // variables of the call's own
  Lines success_; // where the call succeeded
  Lines always_;
  std::string before_making_;
};

} // namespace

bool uses_locals(const Block& block) {
  return std::ranges::any_of(block, [](const Statement& statement) {
    return statement.type == Statement::Type::call && gets_attribute(statement.procedure);
  });
}

std::vector<std::string> c_call(const CProgram& program, const Statement& call, const ExportedFunction* in) {
  return Call(program, call, in).run();
}

std::vector<std::string> c_assign(const CProgram& program, const Statement& assign, const ExportedFunction* in) {
  const auto& variable = program.exported.variables[static_cast<std::size_t>(assign.target)];
  const auto& name = program.names.variable(assign.target);
  const auto value = c_expression(program, assign.expression, in, assign.position);
  Lines lines{fmt::format("{} = {};", name, value)};
  if (!variable.tracked || variable.type.is == Is::error) return lines; // absent error classes are -1
  const auto source = only_variable(assign.expression);
  if (variable.type.is == Is::number) {
    const auto is = is_null_value(assign.expression) ? "IS_NULL"
                    : source >= 0                    ? program.names.variable(source) + "_is"
                                                     : "IS_NUMBER";
    lines.push_back(fmt::format("{}_is = {};", name, is));
    return lines;
  }
  const auto& only = assign.expression.front();
  const bool new_handle =
      only.type == Term::Type::argument && static_cast<CallbackArgument>(only.number) == CallbackArgument::new_handle;
  lines.push_back(new_handle    ? fmt::format("{}_shown = being_made;", name)
                  : source >= 0 ? fmt::format("{}_shown = {}_shown;", name, program.names.variable(source))
                                : looked_up(name, variable.type.kind));
  return lines;
}

} // namespace moot
