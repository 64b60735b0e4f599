// Errors: kept, added, classified; and their handlers.
#include "programs/attributes/writer.h"
#include "programs/statements.h"

#include <fmt/format.h>

namespace moot::campaign {

std::int32_t Writer::kept_error() {
  const auto kept = fresh(fmt::format("x{}", made_.errors.size() + 1));
  made_.errors.push_back({Made::Error::Type::of_call, kept});
  program_.observed.push_back(kept);
  return kept;
}

// What a function that fails gives back.
Statement Writer::failure(const Functions& functions) const {
  return returned(functions.added ? variable(made_.errors[*functions.added].variable)
                                  : term(Term::Type::error_class, functions.error));
}

void Writer::add_error(Procedure procedure, std::vector<std::optional<Expression>> arguments, const Step& step) {
  const auto added = fresh(fmt::format("e{}", made_.errors.size() + 1));
  add(call(procedure, std::move(arguments), {added}), step);
  const bool of_class = procedure == Procedure::add_error_class;
  made_.errors.push_back({of_class ? Made::Error::Type::added_class : Made::Error::Type::added_code, added});
}

void Writer::error_step(const Step& step, Kind kind) {
  const auto error =
      step.error ? variable(made_.errors[*step.error].variable) : term(Term::Type::error_class, step.functions.error);
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
