// The functions of keyvals.
#include "programs/attributes/writer.h"
#include "programs/statements.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::campaign {

std::optional<Expression> Writer::function(const std::string& name, Block body) {
  const auto same = std::ranges::find(program_.callbacks, body, &CallbackDefinition::body);
  const auto index = same - program_.callbacks.begin();
  if (same == program_.callbacks.end())
    program_.callbacks.push_back({fmt::format("{}{}", name, index + 1), std::move(body), {}});
  return term(Term::Type::function, index);
}

// `if done == 0 { done := 1 ... }`
void Writer::once(Block& body, std::vector<Statement> what, const char* name) {
  const auto done = fresh(fmt::format("{}{}", name, ++counts_.guards));
  body.push_back(branch(operation(variable(done), Term::Type::equal, number(0)), what.size() + 1));
  body.push_back(assign(done, number(1)));
  for (auto& statement : what) body.push_back(std::move(statement));
}

std::int32_t Writer::first_keyval(Kind kind) const {
  return std::ranges::find(made_.keyvals, kind, &Made::Keyval::of)->variable;
}

void Writer::body_call(Block& body, BodyCall what, const Step& of, std::int32_t keyval) {
  const auto handle = argument(CallbackArgument::handle);
  const auto own = argument(CallbackArgument::keyval);
  const auto get = of_kind(Procedure::comm_get_attr, of.kind);
  const auto set = of_kind(Procedure::comm_set_attr, of.kind);
  const auto remove = of_kind(Procedure::comm_delete_attr, of.kind);
  constexpr int other_value = 77;
  switch (what) {
  case BodyCall::none: return;
  case BodyCall::get_own: body.push_back(call(get, {handle, own}, {seen()})); return;
  case BodyCall::get_other: body.push_back(call(get, {handle, variable(first_keyval(of.kind))}, {seen()})); return;
  case BodyCall::finalized: body.push_back(call(Procedure::finalized, {}, {seen()})); return;
  case BodyCall::dup:
    return once(body, {call(dup_of(of.kind), {handle}, {fresh(fmt::format("copy_of{}", counts_.guards + 1))})},
                "dupped");
  case BodyCall::free_keyval:
    return once(body, {call(of_kind(Procedure::comm_free_keyval, of.kind), {variable(keyval)})}, "freed");
  case BodyCall::free_object: {
    const auto& victim = made_.objects[of.functions.object];
    return once(body, {call(free_of(victim.kind), {variable(victim.variable)})}, "freed");
  }
  case BodyCall::set_own: return once(body, {call(set, {handle, own, number(other_value)})}, "was_set");
  case BodyCall::set_other:
    return once(body, {call(set, {handle, variable(first_keyval(of.kind)), number(other_value)})}, "was_set");
  case BodyCall::delete_own: return once(body, {call(remove, {handle, own})}, "deleted");
  case BodyCall::delete_other: return once(body, {call(remove, {handle, variable(first_keyval(of.kind))})}, "deleted");
  }
}

std::optional<Expression> Writer::predefined(const Step& step, Predefined deed) {
  const int group = step.mpi1 ? 0 : static_cast<int>(step.kind) - static_cast<int>(Kind::communicator) + 1;
  return term(Term::Type::predefined, group * 3 + static_cast<int>(deed));
}

std::optional<Expression> Writer::copy_function(const Step& step, std::int32_t keyval) {
  Block body;
  body_call(body, step.functions.in_copy, step, keyval);
  const auto value = argument(CallbackArgument::attribute_val);
  switch (step.functions.copy) {
  case CopyFunction::null_pointer: return Expression{Term{Term::Type::null}};
  case CopyFunction::null_copy: return predefined(step, Predefined::null_copy_fn);
  case CopyFunction::dup: return predefined(step, Predefined::dup_fn);
  case CopyFunction::absent: break;
  case CopyFunction::adds:
    body.push_back(assign(attribute_val_out,
                          {value.front(), argument(CallbackArgument::extra_state).front(), Term{Term::Type::add}}));
    break;
  case CopyFunction::fails: body.push_back(failure(step.functions)); break;
  case CopyFunction::refuses: body.push_back(assign(flag_out, number(0))); [[fallthrough]];
  case CopyFunction::hands_on: body.push_back(assign(attribute_val_out, value)); break;
  case CopyFunction::says_two:
    body.push_back(assign(attribute_val_out, value));
    body.push_back(assign(flag_out, number(2)));
    break;
  }
  if (body.empty()) return std::nullopt;
  return function("copy", std::move(body));
}

std::optional<Expression> Writer::delete_function(const Step& step, std::int32_t keyval) {
  Block body;
  body_call(body, step.functions.in_delete, step, keyval);
  switch (step.functions.remove) {
  case DeleteFunction::null_pointer: return Expression{Term{Term::Type::null}};
  case DeleteFunction::null_delete: return predefined(step, Predefined::null_delete_fn);
  case DeleteFunction::absent: break;
  case DeleteFunction::fails: body.push_back(failure(step.functions)); break;
  case DeleteFunction::fails_once: once(body, {failure(step.functions)}, "failed"); break;
  }
  if (body.empty()) return std::nullopt;
  return function("delete", std::move(body));
}

} // namespace moot::campaign
