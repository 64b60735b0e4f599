#include "spec/language/expression.h"

#include <fmt/format.h>

namespace moot {
namespace {

using Type = ExpressionShape::Type;

// A finished part of the expression.
struct Part {
  Type type = Type::any;
  Kind kind = Kind::none;
  Term::Type top{}; // its outermost term
  std::size_t nesting = 0;
};

bool in_range(const Term& term) {
  const auto below = [&](auto end) { return term.number >= 0 && term.number < static_cast<std::int64_t>(end); };
  switch (term.type) {
  case Term::Type::integer: return true;
  case Term::Type::variable: return below(std::int64_t{1} << 31); // the program knows more
  case Term::Type::argument: return below(callback_argument_count);
  case Term::Type::constant: return below(constant_count);
  case Term::Type::error_class: return below(error_class_count);
  case Term::Type::handle_type: return below(kind_count) && !handle_type(static_cast<Kind>(term.number)).empty();
  default: return term.number == 0;
  }
}

Part operand(const Term& term) {
  Part part{Type::any, Kind::none, term.type};
  switch (term.type) {
  case Term::Type::integer:
  case Term::Type::handle_type:
  case Term::Type::rank:
  case Term::Type::size: part.type = Type::integer; break;
  case Term::Type::null: part.type = Type::null; break;
  case Term::Type::error_class: part.type = Type::error; break;
  case Term::Type::constant:
    part.type = Type::handle;
    part.kind = kind(static_cast<Constant>(term.number));
    break;
  case Term::Type::argument:
    switch (static_cast<CallbackArgument>(term.number)) {
    case CallbackArgument::key:
      part.type = Type::handle;
      part.kind = Kind::key;
      break;
    case CallbackArgument::keyval:
      part.type = Type::handle;
      part.kind = Kind::keyval;
      break;
    case CallbackArgument::handle_type:
    case CallbackArgument::value:
    case CallbackArgument::context:
    case CallbackArgument::complete: part.type = Type::integer; break;
    default: break; // a handle of any kind
    }
    break;
  default: break;
  }
  return part;
}

ExpressionShape faulty(const char* what) {
  ExpressionShape shape;
  shape.fault = what;
  return shape;
}

} // namespace

int precedence(Term::Type type) {
  switch (type) {
  case Term::Type::equal:
  case Term::Type::unequal:
  case Term::Type::less: return 1;
  case Term::Type::add:
  case Term::Type::subtract: return 2;
  case Term::Type::multiply: return 3;
  default: return 4;
  }
}

bool needs_parentheses(Term::Type operand, Term::Type parent, bool is_left) {
  const int inner = precedence(operand);
  const int outer = precedence(parent);
  return inner < outer || (inner == outer && (!is_left || outer == 1));
}

ExpressionShape shape_of(const Expression& expression) {
  std::vector<Part> parts;
  for (const Term& term : expression) {
    if (term.type > Term::Type::less || !in_range(term)) return faulty("a term is out of range");
    if (term.type == Term::Type::kind || term.type == Term::Type::function || term.type == Term::Type::predefined ||
        term.type == Term::Type::tool || term.type == Term::Type::procedure)
      return faulty("a kind, a callback, a tool or a procedure is no value");
    if (dereferences(term.type)) {
      if (parts.empty()) return faulty("int_at lacks an operand");
      auto& pointer = parts.back();
      if (pointer.type == Type::handle || pointer.type == Type::error)
        return faulty("at, int_at and aint_at read at an address");
      pointer = {Type::any, Kind::none, term.type, pointer.nesting + 1};
      continue;
    }
    if (precedence(term.type) == 4) {
      parts.push_back(operand(term));
      continue;
    }
    if (parts.size() < 2) return faulty("an operator lacks an operand");
    const Part right = parts.back();
    parts.pop_back();
    Part& left = parts.back();
    const bool computes = term.type != Term::Type::equal && term.type != Term::Type::unequal;
    for (const Part& part : {left, right})
      if (computes && (part.type == Type::handle || part.type == Type::error))
        return faulty("a handle or an error class can only be compared with == and !=");
    left.nesting = std::max(left.nesting + (needs_parentheses(left.top, term.type, true) ? 1 : 0),
                            right.nesting + (needs_parentheses(right.top, term.type, false) ? 1 : 0));
    left.type = Type::integer;
    left.kind = Kind::none;
    left.top = term.type;
  }
  if (parts.size() != 1) return faulty("an expression must have one value");
  return {parts[0].type, parts[0].kind, parts[0].nesting, ""};
}

std::string describe(const ExpressionShape& shape) {
  switch (shape.type) {
  case Type::integer: return "an integer";
  case Type::null: return "null";
  case Type::handle: return fmt::format("{} {} handle", shape.kind == Kind::info ? "an" : "a", name(shape.kind));
  case Type::error: return "an error class";
  case Type::any: break;
  }
  return "a variable";
}

} // namespace moot
