// A part of an expression while it is written in a typed language: what C and Fortran share. Internal to the exports.
#pragma once

#include "spec/language/export/names.h"

#include <string>

namespace moot {

struct ExpressionPart {
  std::string text;
  Term::Type top;
  ExportType type;
  std::int64_t variable = no_variable; // is all of it
  bool null_handle = false;
};

// An operand, written as `text`.
ExpressionPart operand_part(const ExportedProgram& exported, const Term& term, const ExportedFunction* in,
                            std::string text);

// Throws ExportError for what is no class of its own.
std::string error_class_name(const Term& term, SourcePosition position);

// A variable that is absent does not equal the null handle, though in C and in Fortran it holds it. The name of what says
// whether one of the two is written, where they are such a variable and the null handle, and it may be absent; else "".
std::string known_to_be_written(const ExportedProgram& exported, const ExportNames& names, const ExportedFunction* in,
                                const ExpressionPart& left, const ExpressionPart& right);

} // namespace moot
