#include "spec/language/export/expression_part.h"

namespace moot {

ExpressionPart operand_part(const ExportedProgram& exported, const Term& term, const ExportedFunction* in,
                            std::string text) {
  return {std::move(text), term.type, type_of(exported, {term}, in),
          term.type == Term::Type::variable ? term.number : no_variable,
          term.type == Term::Type::constant && is_null(static_cast<Constant>(term.number))};
}

std::string error_class_name(const Term& term, SourcePosition position) {
  const auto error = static_cast<ErrorClass>(term.number);
  if (error == ErrorClass::an_error) refuse(position, "'an_error' is no class of its own");
  return std::string(name(error));
}

std::string known_to_be_written(const ExportedProgram& exported, const ExportNames& names, const ExportedFunction* in,
                                const ExpressionPart& left, const ExpressionPart& right) {
  const auto& variable = right.null_handle ? left : right;
  const auto& other = right.null_handle ? right : left;
  if (variable.variable == no_variable || !other.null_handle) return "";
  const auto& it = exported.variables[static_cast<std::size_t>(variable.variable)];
  const bool sure = it.surely_written && in == nullptr;
  return it.tracked && !sure ? names.variable(variable.variable) + "_shown" : "";
}

} // namespace moot
