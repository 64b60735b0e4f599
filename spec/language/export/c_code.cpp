// Blocks, assignments and functions. Calls are in export_c_call.cpp.
#include "spec/language/export/c_code.h"

#include "model/vocabulary/column.h"
#include "spec/language/export/c_call.h"
#include "spec/language/export/c_expression.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

using Is = ExportType::Is;

bool mentions(std::string_view text, std::string_view word) {
  const auto inside = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !inside(text[at - 1])) && (end == text.size() || !inside(text[end]))) return true;
  }
  return false;
}

// Does `flag_out := n` stand before an `attribute_val_out := e`? It overrides it nevertheless.
bool overrides_flag(const Block& body) {
  const auto flag = std::ranges::find(body, flag_out, &Statement::target);
  return std::find_if(flag, body.end(), [](const Statement& it) { return it.target == attribute_val_out; }) !=
         body.end();
}

class BlockWriter {
public:
  BlockWriter(const CProgram& program, const ExportedFunction* in, bool overrides)
      : program_(program), in_(in), overrides_(overrides) {}

  std::string run(const Block& block, std::size_t indent) {
    std::vector<std::size_t> ends; // of the enclosing branches
    std::string out;
    const auto line = [&](const std::string& text) {
      out.append(2 * (indent + ends.size()), ' ').append(text) += '\n';
    };
    for (std::size_t i = 0; i <= block.size(); ++i) {
      while (!ends.empty() && ends.back() == i) {
        ends.pop_back();
        line("}");
      }
      if (i == block.size()) break;
      if (block[i].type == Statement::Type::branch) {
        line(fmt::format("if ({}) {{", text(block[i].expression, block[i])));
        ends.push_back(i + 1 + block[i].length);
      } else {
        for (const auto& each : statement(block[i])) line(each);
      }
    }
    return out;
  }

private:
  std::string text(const Expression& expression, const Statement& statement) const {
    return c_expression(program_, expression, in_, statement.position);
  }

  std::vector<std::string> statement(const Statement& statement) const {
    switch (statement.type) {
    case Statement::Type::call: return c_call(program_, statement, in_);
    case Statement::Type::return_: return {fmt::format("return {};", text(statement.expression, statement))};
    case Statement::Type::lock:
    case Statement::Type::unlock: return lock(statement);
    default: break;
    }
    if (statement.target == flag_out) {
      std::vector<std::string> lines{fmt::format("*flag = {};", converted(statement, "int"))};
      if (overrides_) lines.emplace_back("overridden = 1;");
      return lines;
    }
    return statement.target < no_variable ? new_value(statement) : c_assign(program_, statement, in_);
  }

  // One thread: a lock that is held stays held.
  std::vector<std::string> lock(const Statement& statement) const {
    const auto name = program_.names.variable(statement.target);
    std::vector<std::string> lines;
    if (statement.type == Statement::Type::lock)
      lines = {fmt::format("if ({} != 0) {{", name),
               fmt::format(R"(  printf("it waits for ever: {} is locked\n");)", name),
               fmt::format("  exit({});", program_.may_be_endless ? 0 : 1), "}"};
    auto assignment = statement;
    assignment.type = Statement::Type::assign;
    assignment.expression = {{Term::Type::integer, statement.type == Statement::Type::lock ? 1 : 0}};
    for (auto& line : c_assign(program_, assignment, in_)) lines.push_back(std::move(line));
    return lines;
  }

  std::string converted(const Statement& statement, const char* type) const {
    const auto value = text(statement.expression, statement);
    return statement.expression.size() == 1 && statement.expression[0].type == Term::Type::integer
               ? value
               : fmt::format("({})({})", type, value);
  }

  // `new_value := e`, `attribute_val_out := e`: the flag is true unless the value is null.
  std::vector<std::string> new_value(const Statement& statement) const {
    const bool attribute = statement.target == attribute_val_out;
    const auto set_flag = [&](const std::string& to) {
      return overrides_ ? fmt::format("if (!overridden) *flag = {};", to) : fmt::format("*flag = {};", to);
    };
    if (is_null_value(statement.expression)) return {set_flag("0")};
    const auto value = attribute ? fmt::format("*(void **)attribute_val_out = {};",
                                               c_pointer(program_, statement.expression, in_, statement.position))
                                 : fmt::format("*new_value = {};", text(statement.expression, statement));
    const auto source = only_variable(statement.expression);
    const bool maybe_null = source >= 0 && program_.exported.variables[static_cast<std::size_t>(source)].maybe_null;
    return {value, set_flag(maybe_null ? program_.names.variable(source) + "_is != IS_NULL" : "1")};
  }

  const CProgram& program_;
  const ExportedFunction* in_;
  bool overrides_;
};

std::vector<std::string> parameters(const ExportedFunction& function) {
  const std::string handle = fmt::format("{} handle", kind_words(function.kind).type);
  switch (function.role) {
  case Callback::copy_attr:
    return {handle, "int keyval", "void *extra_state", "void *attribute_val", "void *attribute_val_out", "int *flag"};
  case Callback::delete_attr: return {handle, "int keyval", "void *attribute_val", "void *extra_state"};
  case Callback::query_fn: return {"void *extra_state", "MPI_Status *status"};
  case Callback::free_fn: return {"void *extra_state"};
  case Callback::cancel_fn: return {"void *extra_state", "int complete"};
  case Callback::copy:
    return {"MPIX_Key key",     "int handle_type", "MPIX_Handle handle",  "MPIX_Handle new_handle",
            "MPI_Aint context", "MPI_Aint value",  "MPI_Aint *new_value", "int *flag"};
  default: return {"MPIX_Key key", "int handle_type", "MPIX_Handle handle", "MPI_Aint context", "MPI_Aint value"};
  }
}

constexpr auto fill_status = R"(  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
)";

std::string body_of(const CProgram& program, const ExportedFunction& function) {
  static const Block empty;
  const auto& body = function.definition == empty_definition
                         ? empty
                         : program.exported.program.callbacks[static_cast<std::size_t>(function.definition)].body;
  const bool overrides = overrides_flag(body);
  std::string text;
  if (uses_locals(body)) text += fmt::format("{}", get_locals);
  if (overrides) text += "  int overridden = 0; /* `flag` was given a value of its own */\n";
  if (copies(function.role)) text += "  *flag = 0;\n";
  if (function.role == Callback::query_fn) text += fill_status;
  if (std::ranges::find(body, flag_out, &Statement::target) != body.end())
    text += "  *(void **)attribute_val_out = NULL;\n";
  text += BlockWriter(program, &function, overrides).run(body, 1);
  const auto last_line = text.substr(text.rfind('\n', text.size() - 2) + 1);
  const bool returns =
      !body.empty() && body.back().type == Statement::Type::return_ && last_line.starts_with("  return");
  if (returns_an_error(column_of(function.role)) && !returns) text += "  return MPI_SUCCESS;\n";
  return text;
}

} // namespace

std::string c_block(const CProgram& program, const Block& block, const ExportedFunction* in, std::size_t indent) {
  return BlockWriter(program, in, false).run(block, indent);
}

std::string c_head(const CProgram& program, std::size_t function) {
  const auto& it = program.exported.functions[function];
  const auto* result = returns_an_error(column_of(it.role)) ? "int" : "void";
  const auto begin = fmt::format("static {} {}(", result, program.names.functions[function]);
  auto one_line = fmt::format("{}{})", begin, fmt::join(parameters(it), ", "));
  if (one_line.size() <= 100) return one_line;
  const auto all = parameters(it);
  const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() + 1) / 2;
  return fmt::format("{}{},\n{}{})", begin, fmt::join(all.begin(), half, ", "), std::string(begin.size(), ' '),
                     fmt::join(half, all.end(), ", "));
}

std::string c_function(const CProgram& program, std::size_t function) {
  const auto& it = program.exported.functions[function];
  const auto body = body_of(program, it);
  std::string unused;
  for (const auto& parameter : parameters(it)) {
    const auto name = parameter.substr(parameter.find_last_of(" *") + 1);
    if (!mentions(body, name)) unused += fmt::format("{}(void){};", unused.empty() ? "  " : " ", name);
  }
  if (!unused.empty()) unused += '\n';
  return fmt::format("{} {{\n{}{}}}\n", c_head(program, function), unused, body);
}

} // namespace moot
