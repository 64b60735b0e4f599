// What can be said about an expression without running it. Internal to the parser and printer of cases.
#pragma once

#include "model/vocabulary/program.h"

#include <string>

namespace moot {

struct ExpressionShape {
  enum class Type : std::uint8_t { any, integer, null, handle, error };
  Type type = Type::any;   // of its value, where that is the same in every run
  Kind kind = Kind::none;  // handle: of this kind
  std::size_t nesting = 0; // of parentheses, in canonical layout
  std::string fault;       // what is wrong with it; nothing else holds if so
};
ExpressionShape shape_of(const Expression& expression);

// "an integer", "a key handle", ...
std::string describe(const ExpressionShape& shape);

// How strongly a term binds: comparisons 1, + and - 2, * 3, everything else 4.
int precedence(Term::Type type);

// Whether an operand needs parentheses: + - * group from the left, comparisons not at all.
bool needs_parentheses(Term::Type operand, Term::Type parent, bool is_left);

} // namespace moot
