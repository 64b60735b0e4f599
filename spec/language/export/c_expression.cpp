#include "spec/language/export/c_expression.h"

#include "model/vocabulary/column.h"
#include "spec/language/export/expression_part.h"
#include "spec/language/expression.h"

#include <fmt/format.h>
#include <limits>

namespace moot {
namespace {

using Is = ExportType::Is;

constexpr std::string_view cast = "(intptr_t)";

std::string_view symbol(Term::Type type) {
  switch (type) {
  case Term::Type::add: return " + ";
  case Term::Type::subtract: return " - ";
  case Term::Type::multiply: return " * ";
  case Term::Type::equal: return " == ";
  case Term::Type::unequal: return " != ";
  default: return " < ";
  }
}

std::string literal(std::int64_t number) {
  if (number == std::numeric_limits<std::int64_t>::min()) return "INT64_MIN";
  const bool fits_int =
      number <= std::numeric_limits<std::int16_t>::max() && number >= std::numeric_limits<std::int16_t>::min();
  return fits_int ? std::to_string(number) : fmt::format("INT64_C({})", number); // products of ints must not overflow
}

// A key's callback has an MPIX_Handle, of whatever kind.
std::string argument(CallbackArgument argument, const ExportedFunction& in) {
  const bool handle = argument == CallbackArgument::handle || argument == CallbackArgument::new_handle;
  if (handle && gets_any_handle(column_of(in.role)) && in.kind != Kind::none)
    return fmt::format("MPIX_Handle_{}({})", kind_words(in.kind).word, name(argument));
  if (argument == CallbackArgument::complete) return "(complete != 0)"; // a flag of C
  const bool pointer = argument == CallbackArgument::attribute_val || argument == CallbackArgument::extra_state;
  return fmt::format("{}{}", pointer ? cast : "", name(argument));
}

class Expressions {
public:
  Expressions(const CProgram& program, const ExportedFunction* in, SourcePosition position)
      : program_(program), in_(in), position_(position) {}

  std::string run(const Expression& terms) {
    std::vector<ExpressionPart> parts;
    for (const auto& term : terms) {
      if (term.type == Term::Type::int_at || term.type == Term::Type::aint_at) {
        parts.back() = dereferenced(parts.back(), term.type);
      } else if (precedence(term.type) == 4) {
        parts.push_back(operand_part(program_.exported, term, in_, operand(term)));
      } else {
        const ExpressionPart right = std::move(parts.back());
        parts.pop_back();
        parts.back() = combined(std::move(parts.back()), right, term.type);
      }
    }
    return std::move(parts.back().text);
  }

private:
  std::string operand(const Term& term) const {
    switch (term.type) {
    case Term::Type::integer: return literal(term.number);
    case Term::Type::variable: return program_.names.variable(term.number);
    case Term::Type::argument: return argument(static_cast<CallbackArgument>(term.number), *in_);
    case Term::Type::constant: return std::string(name(static_cast<Constant>(term.number)));
    case Term::Type::handle_type: return std::string(handle_type(static_cast<Kind>(term.number)));
    case Term::Type::error_class: return error_class_name(term, position_);
    default: return "0"; // null
    }
  }

  static ExpressionPart dereferenced(const ExpressionPart& pointer, Term::Type type) {
    const auto* as = type == Term::Type::int_at ? "int" : "MPI_Aint";
    auto address = pointer.text;
    if (address.starts_with(cast) && pointer.top == Term::Type::argument)
      address.erase(0, cast.size());
    else if (precedence(pointer.top) != 4)
      address = '(' + address + ')';
    return {fmt::format("*({} *){}", as, address), type, {Is::number}};
  }

  ExpressionPart combined(ExpressionPart left, ExpressionPart right, Term::Type type) const {
    if (left.type != right.type || (left.type.is != Is::number && precedence(type) != 1))
      refuse(position_, fmt::format("'{}' and '{}' have different types in C", left.text, right.text));
    if (left.type.is == Is::handle && left.type.kind == Kind::none)
      refuse(position_, "handles of unknown kind can't be compared in C");
    const auto written = known_to_be_written(program_.exported, program_.names, in_, left, right);
    if (needs_parentheses(left.top, type, true)) left.text = '(' + left.text + ')';
    if (needs_parentheses(right.top, type, false)) right.text = '(' + right.text + ')';
    auto text = fmt::format("{}{}{}", left.text, symbol(type), right.text);
    if (written.empty()) return {text, type, {Is::number}};
    if (type == Term::Type::equal) return {fmt::format("({} && {})", written, text), Term::Type::integer, {Is::number}};
    return {fmt::format("(!{} || {})", written, text), Term::Type::integer, {Is::number}};
  }

  const CProgram& program_;
  const ExportedFunction* in_;
  SourcePosition position_;
};

} // namespace

std::string c_expression(const CProgram& program, const Expression& expression, const ExportedFunction* in,
                         SourcePosition position) {
  return Expressions(program, in, position).run(expression);
}

std::string c_pointer(const CProgram& program, const Expression& expression, const ExportedFunction* in,
                      SourcePosition position) {
  const auto type = type_of(program.exported, expression, in);
  if (type.is != Is::number) refuse(position, "an attribute's value must be a number");
  auto text = c_expression(program, expression, in, position);
  if (text.starts_with(cast) && expression.size() == 1) return text.substr(cast.size()); // it was one
  if (expression.size() == 1 && expression[0].type != Term::Type::variable) return "(void *)" + text;
  return expression.size() == 1 ? "(void *)" + text : fmt::format("(void *)(intptr_t)({})", text);
}

} // namespace moot
