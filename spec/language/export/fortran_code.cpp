// Blocks, assignments and callbacks in Fortran.
#include "spec/language/export/fortran_code.h"

#include "model/vocabulary/column.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace moot {
namespace {

using Is = ExportType::Is;

class BlockWriter {
public:
  BlockWriter(const FortranProgram& program, const ExportedFunction* in, bool overrides,
              std::vector<Style>& extra_states)
      : program_(program), in_(in), overrides_(overrides), extra_states_(extra_states) {}

  std::string run(const Block& block, std::size_t indent) {
    std::vector<std::size_t> ends; // of the enclosing branches
    std::string out;
    const auto line = [&](const std::string& text) {
      out.append(2 * (indent + ends.size()), ' ').append(text) += '\n';
    };
    for (std::size_t i = 0; i <= block.size(); ++i) {
      while (!ends.empty() && ends.back() == i) {
        ends.pop_back();
        line("end if");
      }
      if (i == block.size()) break;
      if (block[i].type == Statement::Type::branch) {
        line(fmt::format("if ({}) then", fortran_condition(program_, block[i].expression, in_, block[i].position)));
        ends.push_back(i + 1 + block[i].length);
      } else {
        for (const auto& each : statement(block[i])) line(each);
      }
    }
    return out;
  }

private:
  std::string text(const Statement& statement) const {
    return fortran_expression(program_, statement.expression, in_, statement.position);
  }

  std::vector<std::string> statement(const Statement& statement) {
    if (statement.type == Statement::Type::call) return fortran_call(program_, statement, in_, extra_states_);
    if (statement.type == Statement::Type::return_) return {"ierror = " + text(statement), "return"};
    if (statement.type == Statement::Type::lock || statement.type == Statement::Type::unlock) return lock(statement);
    if (statement.target == flag_out) return flag(statement);
    return statement.target < no_variable ? value_out(statement) : assign(statement);
  }

  // One thread: a lock that is held stays held.
  std::vector<std::string> lock(const Statement& statement) const {
    const auto name = program_.names.variable(statement.target);
    std::vector<std::string> lines;
    if (statement.type == Statement::Type::lock)
      lines = {fmt::format("if ({} /= 0) then", name),
               fmt::format("  print '(a)', 'it waits for ever: {} is locked'", name),
               program_.may_be_endless ? "  stop" : "  stop 1", "end if"};
    auto assignment = statement;
    assignment.type = Statement::Type::assign;
    assignment.expression = {{Term::Type::integer, statement.type == Statement::Type::lock ? 1 : 0}};
    for (auto& line : assign(assignment)) lines.push_back(std::move(line));
    return lines;
  }

  std::vector<std::string> flag(const Statement& statement) const {
    const auto& terms = statement.expression;
    if (terms.size() == 1 && terms[0].type == Term::Type::integer && terms[0].number != 0 && terms[0].number != 1)
      refuse(statement.position, "in Fortran a flag is a LOGICAL: 0 or 1");
    std::vector<std::string> lines{"flag = " + fortran_condition(program_, terms, in_, statement.position)};
    if (overrides_) lines.emplace_back("overridden = .true.");
    return lines;
  }

  // The flag is true unless the value is null.
  std::vector<std::string> value_out(const Statement& statement) const {
    const auto set_flag = [&](const std::string& to) {
      return (overrides_ ? "if (.not. overridden) flag = " : "flag = ") + to;
    };
    if (is_null_value(statement.expression)) return {set_flag(".false.")};
    const auto source = only_variable(statement.expression);
    const bool maybe_null = source >= 0 && program_.exported.variables[static_cast<std::size_t>(source)].maybe_null;
    const auto value = text(statement);
    const auto as_stored = in_->style == Style::integer ? fmt::format("int({})", value) : value;
    return {(statement.target == new_value ? "new_value = " : "attribute_val_out = ") + as_stored,
            set_flag(maybe_null ? program_.names.variable(source) + "_is /= is_null" : ".true.")};
  }

  std::vector<std::string> assign(const Statement& statement) const {
    const auto& variable = program_.exported.variables[static_cast<std::size_t>(statement.target)];
    const auto& name = program_.names.variable(statement.target);
    std::vector<std::string> lines{fmt::format("{} = {}", name, text(statement))};
    if (!variable.tracked || variable.type.is == Is::error) return lines; // absent error classes are -1
    const Term new_handle{Term::Type::argument, static_cast<std::int64_t>(CallbackArgument::new_handle)};
    if (statement.expression.front() == new_handle)
      refuse(statement.position, "what shows 'new_handle' can't be exported in Fortran yet");
    const auto source = only_variable(statement.expression);
    if (variable.type.is == Is::number)
      lines.push_back(fmt::format("{}_is = {}", name,
                                  is_null_value(statement.expression) ? "is_null"
                                  : source >= 0                       ? program_.names.variable(source) + "_is"
                                                                      : "is_number"));
    else if (source >= 0)
      lines.push_back(fmt::format("{}_shown = {}_shown", name, program_.names.variable(source)));
    else
      lines.push_back(fmt::format("{0}_shown = {1}_name({0})", name, kind_words(variable.type.kind).word));
    return lines;
  }

  const FortranProgram& program_;
  const ExportedFunction* in_;
  bool overrides_;
  std::vector<Style>& extra_states_;
};

// Does `flag_out := n` stand before an `attribute_val_out := e`? It overrides it nevertheless.
bool overrides_flag(const Block& body) {
  const auto flag = std::ranges::find(body, flag_out, &Statement::target);
  return std::any_of(flag, body.end(), [](const Statement& it) { return it.target == attribute_val_out; });
}

} // namespace

std::string fortran_type(const FortranProgram& program, Kind kind) {
  const auto type = kind_words(kind).type;
  return program.binding == Language::mpi_f08 && type.starts_with("MPI_") ? fmt::format("type({})", type) : "integer";
}

std::string_view null_subroutine(std::size_t parameter) {
  constexpr std::array<std::string_view, 3> functions{"MPIX_NULL_COPY_FN", "MPIX_NULL_FREE_FN", "MPIX_NULL_DESTROY_FN"};
  return functions.at(parameter);
}

std::string fortran_block(const FortranProgram& program, const Block& block, const ExportedFunction* in,
                          std::size_t indent, std::vector<Style>& extra_states) {
  const bool overrides = in != nullptr && overrides_flag(block);
  return BlockWriter(program, in, overrides, extra_states).run(block, indent);
}

std::string fortran_locals(const FortranProgram& program, const Block& block, std::size_t indent) {
  bool calls = false, wide = false, old = false, found = false;
  for (const auto& statement : block) {
    if (statement.type != Statement::Type::call) continue;
    calls = true;
    const auto& out = signature(statement.procedure).out;
    const bool value = !out.empty() && out[0].type == Parameter::Type::flag_value;
    const bool is_old = style(statement.procedure, program.binding) == Style::integer;
    found = found || value || (!out.empty() && out[0].type == Parameter::Type::integer);
    (is_old ? old : wide) |= value;
  }
  std::string text;
  const std::string begin(2 * indent, ' ');
  if (wide) text += begin + "integer(ak) :: attribute\n";
  if (old) text += begin + "integer :: old_attribute\n";
  if (found) text += begin + "logical :: found\n";
  return calls ? text + begin + "integer :: error\n" : text;
}

namespace {

// The dummies of a function and their declarations: of a keyval's,
std::string head_of_keyval(const FortranProgram& program, const ExportedFunction& it) {
  const bool copy = it.role == Callback::copy_attr;
  const auto* value = it.style == Style::integer ? "integer" : "integer(ak)";
  return fmt::format("(handle, keyval, {}, ierror)\n    {} :: handle\n    integer :: keyval, ierror\n"
                     "    {} :: extra_state, attribute_val{}\n{}",
                     copy ? "extra_state, attribute_val, attribute_val_out, flag" : "attribute_val, extra_state",
                     fortran_type(program, it.kind), value, copy ? ", attribute_val_out" : "",
                     copy ? "    logical :: flag\n" : "");
}

// and of a key's.
std::string head_of_key(Callback role) {
  if (role == Callback::copy)
    return "(key, handle_type, handle, new_handle, context, value, new_value, flag)\n"
           "    integer :: key, handle_type, handle, new_handle\n    integer(ak) :: context, value, new_value\n"
           "    logical :: flag\n";
  return "(key, handle_type, handle, context, value)\n    integer :: key, handle_type, handle\n"
         "    integer(ak) :: context, value\n";
}

} // namespace

std::string fortran_function(const FortranProgram& program, std::size_t function, std::vector<Style>& extra_states) {
  static const Block empty;
  const auto& it = program.exported.functions[function];
  const auto& name = program.names.functions[function];
  const auto& body = it.definition == empty_definition
                         ? empty
                         : program.exported.program.callbacks[static_cast<std::size_t>(it.definition)].body;
  auto text = fmt::format("  recursive subroutine {}", name) +
              (column_of(it.role) == Column::values ? head_of_key(it.role) : head_of_keyval(program, it));
  text += fortran_locals(program, body, 2);
  const bool overrides = overrides_flag(body);
  if (overrides) text += "    logical :: overridden ! `flag` was given a value of its own\n";
  text += '\n';
  if (overrides) text += "    overridden = .false.\n";
  if (copies(it.role)) text += "    flag = .false.\n";
  if (std::ranges::find(body, flag_out, &Statement::target) != body.end()) text += "    attribute_val_out = 0\n";
  if (returns_an_error(column_of(it.role))) text += "    ierror = MPI_SUCCESS\n";
  text += fortran_block(program, body, &it, 2, extra_states);
  return text + "  end subroutine\n";
}

} // namespace moot
