// Errors: kept, added, classified; and their handlers.
#include "programs/attributes/writer.h"
#include "programs/statements.h"

#include <fmt/format.h>

namespace moot::campaign {

std::int32_t Writer::kept_error() {
  errors_.push_back(fresh(fmt::format("x{}", errors_.size() + 1)));
  program_.observed.push_back(errors_.back());
  return errors_.back();
}

// What a function that fails gives back.
Statement Writer::failure(const Functions& functions) const {
  Statement statement;
  statement.type = Statement::Type::return_;
  statement.expression =
      functions.added ? variable(errors_[*functions.added]) : term(Term::Type::error_class, functions.error);
  return statement;
}

void Writer::add_error(Procedure procedure, std::vector<std::optional<Expression>> arguments, const Step& step) {
  const auto added = fresh(fmt::format("e{}", errors_.size() + 1));
  add(call(procedure, std::move(arguments), {added}), step);
  errors_.push_back(added);
}

void Writer::error_step(const Step& step, Kind kind) {
  const auto error = step.error ? variable(errors_[*step.error]) : term(Term::Type::error_class, step.functions.error);
  switch (step.type) {
  case Step::Type::error_class: add(call(Procedure::error_class, {error}, {seen()}), step); return;
  case Step::Type::add_error_class: return add_error(Procedure::add_error_class, {}, step);
  case Step::Type::add_error_code: return add_error(Procedure::add_error_code, {error}, step);
  case Step::Type::add_error_string: add(call(Procedure::add_error_string, {error}), step); return;
  default: break;
  }
  const auto set = kind == Kind::window ? Procedure::win_set_errhandler : Procedure::comm_set_errhandler;
  const auto handler = step.fatal ? Constant::errors_are_fatal : Constant::errors_return;
  add(call(set, {object(step.object), constant(handler)}), step);
}

} // namespace moot::campaign
