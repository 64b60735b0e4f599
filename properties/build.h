// Short names to build programs by hand.
#pragma once

#include "model/vocabulary/program.h"

#include <utility>

namespace moot::properties {

template <typename Enum> Expression term(Term::Type type, Enum number) {
  return {Term{type, static_cast<std::int64_t>(number)}};
}
inline Expression number(std::int64_t value) { return term(Term::Type::integer, value); }
inline Expression null() { return term(Term::Type::null, 0); }
inline Expression variable(std::int32_t index) { return term(Term::Type::variable, index); }
inline Expression constant(Constant constant) { return term(Term::Type::constant, constant); }
inline Expression argument(CallbackArgument argument) { return term(Term::Type::argument, argument); }
inline Expression function(std::size_t callback) { return term(Term::Type::function, callback); }
inline Expression of_kind(Kind kind) { return term(Term::Type::kind, kind); }

inline Expression operation(Expression left, Term::Type type, const Expression& right) {
  left.insert(left.end(), right.begin(), right.end());
  left.push_back(Term{type});
  return left;
}

// Arguments that are not given at the end may be left out.
inline Statement call(Procedure procedure, std::vector<std::optional<Expression>> arguments,
                      std::vector<std::int32_t> results = {}) {
  Statement statement;
  statement.procedure = procedure;
  statement.arguments = std::move(arguments);
  statement.arguments.resize(signature(procedure).in.size());
  statement.results = std::move(results);
  return statement;
}

inline Statement assign(std::int32_t target, Expression expression) {
  Statement statement;
  statement.type = Statement::Type::assign;
  statement.target = target;
  statement.expression = std::move(expression);
  return statement;
}

inline Statement branch(Expression condition, std::uint32_t length) {
  Statement statement;
  statement.type = Statement::Type::branch;
  statement.expression = std::move(condition);
  statement.length = length;
  return statement;
}

} // namespace moot::properties
