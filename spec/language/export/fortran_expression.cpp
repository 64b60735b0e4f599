// Expressions in Fortran. Comparisons are logical there: number() makes them 1 or 0.
#include "model/vocabulary/column.h"
#include "spec/language/export/expression_part.h"
#include "spec/language/export/fortran_code.h"
#include "spec/language/expression.h"

#include <fmt/format.h>
#include <limits>

namespace moot {
namespace {

using Is = ExportType::Is;

std::string_view symbol(Term::Type type) {
  switch (type) {
  case Term::Type::add: return " + ";
  case Term::Type::subtract: return " - ";
  case Term::Type::multiply: return " * ";
  case Term::Type::equal: return " == ";
  case Term::Type::unequal: return " /= ";
  default: return " < ";
  }
}

std::string literal(std::int64_t number) {
  if (number == std::numeric_limits<std::int64_t>::min()) return "(-huge(0_ak) - 1_ak)";
  return number < 0 ? fmt::format("({}_ak)", number) : fmt::format("{}_ak", number);
}

class Expressions {
public:
  Expressions(const FortranProgram& program, const ExportedFunction* in, SourcePosition position)
      : program_(program), in_(in), position_(position) {}

  // `as_condition`: a comparison at the top stays logical.
  std::string run(const Expression& terms, bool as_condition) {
    std::vector<ExpressionPart> parts;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const auto& term = terms[i];
      if (term.type == Term::Type::int_at || term.type == Term::Type::aint_at)
        refuse(position_, "int_at and aint_at read through a pointer of C: not in Fortran");
      if (precedence(term.type) == 4) {
        parts.push_back(operand_part(program_.exported, term, in_, operand(term)));
        continue;
      }
      const ExpressionPart right = std::move(parts.back());
      parts.pop_back();
      parts.back() = combined(std::move(parts.back()), right, term.type, as_condition && i + 1 == terms.size());
    }
    if (as_condition && precedence(terms.back().type) != 1) return parts.back().text + " /= 0";
    return std::move(parts.back().text);
  }

private:
  std::string operand(const Term& term) const {
    switch (term.type) {
    case Term::Type::integer: return literal(term.number);
    case Term::Type::variable: return program_.names.variable(term.number);
    case Term::Type::argument: {
      const auto argument = static_cast<CallbackArgument>(term.number);
      if (const auto type = handle_type(term); !type.empty()) return fmt::format("{}({})", type, name(argument));
      const bool old = in_->style == Style::integer &&
                       (argument == CallbackArgument::attribute_val || argument == CallbackArgument::extra_state);
      return old ? fmt::format("int({}, ak)", name(argument)) : std::string(name(argument));
    }
    case Term::Type::constant: return std::string(name(static_cast<Constant>(term.number)));
    case Term::Type::error_class: {
      auto name = error_class_name(term, position_);
      return name.starts_with("MPIX_") ? name + "()" : name;
    }
    default: return "0_ak"; // null
    }
  }

  // Keys' functions get INTEGERs: what they have to be made for mpi_f08, or "".
  std::string handle_type(const Term& term) const {
    const auto type = type_of(program_.exported, {term}, in_);
    const bool any = gets_any_handle(column_of(in_->role));
    if (!any || type.is != Is::handle || type.kind == Kind::none) return "";
    const auto in_f08 = fortran_type(program_, type.kind);
    return in_f08 == "integer" ? "" : in_f08.substr(5, in_f08.size() - 6); // of "type(MPI_Comm)"
  }

  ExpressionPart combined(ExpressionPart left, ExpressionPart right, Term::Type type, bool as_condition) const {
    const bool compares = precedence(type) == 1;
    if (left.type != right.type || (left.type.is != Is::number && !compares))
      refuse(position_, fmt::format("'{}' and '{}' have different types in Fortran", left.text, right.text));
    const auto written = known_to_be_written(program_.exported, program_.names, in_, left, right);
    if (needs_parentheses(left.top, type, true)) left.text = '(' + left.text + ')';
    if (needs_parentheses(right.top, type, false)) right.text = '(' + right.text + ')';
    auto text = left.text.append(symbol(type)) + right.text;
    if (!compares) return {text, type, {Is::number}};
    if (!written.empty() && type == Term::Type::equal) text = fmt::format("{} /= ' ' .and. {}", written, text);
    if (!written.empty() && type == Term::Type::unequal) text = fmt::format("{} == ' ' .or. {}", written, text);
    // number(...) binds like an operand
    return {as_condition ? text : fmt::format("number({})", text), Term::Type::integer, {Is::number}};
  }

  const FortranProgram& program_;
  const ExportedFunction* in_;
  SourcePosition position_;
};

} // namespace

std::string fortran_expression(const FortranProgram& program, const Expression& expression, const ExportedFunction* in,
                               SourcePosition position) {
  return Expressions(program, in, position).run(expression, false);
}

std::string fortran_condition(const FortranProgram& program, const Expression& expression, const ExportedFunction* in,
                              SourcePosition position) {
  return Expressions(program, in, position).run(expression, true);
}

} // namespace moot
