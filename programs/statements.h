// Terms, expressions and statements, for whoever makes programs.
#pragma once

#include "model/vocabulary/program.h"

#include <utility>

namespace moot {

template <typename Enum> Expression term(Term::Type type, Enum number) {
  return {Term{type, static_cast<std::int64_t>(number)}};
}
inline Expression number(std::int64_t value) { return term(Term::Type::integer, value); }
inline Expression null() { return term(Term::Type::null, 0); }
inline Expression variable(std::int32_t index) { return term(Term::Type::variable, index); }
inline Expression constant(Constant of) { return term(Term::Type::constant, of); }
inline Expression argument(CallbackArgument of) { return term(Term::Type::argument, of); }
inline Expression function(std::size_t callback) { return term(Term::Type::function, callback); }
inline Expression kind_term(Kind kind) { return term(Term::Type::kind, kind); } // for `type:`

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

inline Statement branch(Expression condition, std::size_t length) {
  Statement statement;
  statement.type = Statement::Type::branch;
  statement.expression = std::move(condition);
  statement.length = static_cast<std::uint32_t>(length);
  return statement;
}

// At the end of main.
inline void add_thread(Block& main, const Block& body) {
  Statement begin;
  begin.type = Statement::Type::thread;
  begin.length = static_cast<std::uint32_t>(body.size());
  main.push_back(begin);
  main.insert(main.end(), body.begin(), body.end());
}

// `return error`
inline Statement returned(Expression error) {
  Statement statement;
  statement.type = Statement::Type::return_;
  statement.expression = std::move(error);
  return statement;
}

// Of a family of procedures, the one for this kind: MPI_Comm_set_attr, MPI_Type_set_attr, MPI_Win_set_attr or MPI_Attr_put. The
// first of its kin is given.
inline Procedure of_kind(Procedure comm, Kind kind, bool mpi1 = false) {
  constexpr int apart =
      static_cast<int>(Procedure::type_create_keyval) - static_cast<int>(Procedure::comm_create_keyval);
  const int place = mpi1 ? 3 : static_cast<int>(kind) - static_cast<int>(Kind::communicator);
  const int offset = static_cast<int>(comm) - static_cast<int>(Procedure::comm_create_keyval);
  return static_cast<Procedure>(static_cast<int>(Procedure::comm_create_keyval) + place * apart + offset);
}
static_assert(static_cast<int>(Procedure::keyval_create) - static_cast<int>(Procedure::win_create_keyval) == 5);

// What ends the life of a handle.
inline Procedure free_of(Kind kind) { return kind == Kind::message ? Procedure::mrecv : *kind_words(kind).ends; }

// (A message is received.)
inline Statement ends(Kind kind, Expression handle) {
  if (kind == Kind::message) return call(free_of(kind), {std::move(handle), constant(Constant::type_int)});
  return call(free_of(kind), {std::move(handle)});
}

// MPI_Comm_dup, MPI_Type_dup or MPI_Info_dup.
inline Procedure dup_of(Kind kind) {
  if (kind == Kind::info) return Procedure::info_dup;
  return kind == Kind::datatype ? Procedure::type_dup : Procedure::comm_dup;
}

} // namespace moot
