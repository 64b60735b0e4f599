// Statements and terms, as the writer of plans makes them.
#pragma once

#include "programs/attributes/plan.h"

#include <utility>

namespace moot::campaign {

template <typename Enum> Expression term(Term::Type type, Enum number) {
  return {Term{type, static_cast<std::int64_t>(number)}};
}
inline Expression integer(std::int64_t value) { return term(Term::Type::integer, value); }
inline Expression variable(std::int32_t index) { return term(Term::Type::variable, index); }
inline Expression argument(CallbackArgument of) { return term(Term::Type::argument, of); }
inline Expression constant(Constant of) { return term(Term::Type::constant, of); }

// MPI_Comm_set_attr, MPI_Type_set_attr, MPI_Win_set_attr or MPI_Attr_put: the first of its kin is given.
inline Procedure of_kind(Procedure comm, Kind kind, bool mpi1 = false) {
  constexpr int apart =
      static_cast<int>(Procedure::type_create_keyval) - static_cast<int>(Procedure::comm_create_keyval);
  const int place = mpi1 ? 3 : static_cast<int>(kind) - static_cast<int>(Kind::communicator);
  const int offset = static_cast<int>(comm) - static_cast<int>(Procedure::comm_create_keyval);
  return static_cast<Procedure>(static_cast<int>(Procedure::comm_create_keyval) + place * apart + offset);
}
static_assert(static_cast<int>(Procedure::keyval_create) - static_cast<int>(Procedure::win_create_keyval) == 5);

inline Procedure free_of(Kind kind) {
  if (kind == Kind::datatype) return Procedure::type_free;
  if (kind == Kind::file) return Procedure::file_close;
  return kind == Kind::window ? Procedure::win_free : Procedure::comm_free;
}

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

} // namespace moot::campaign
