#include "model/rules/touch.h"

#include "model/rules/step.h"

namespace moot {

std::optional<Use> use_of(Procedure procedure, std::size_t place) {
  const auto& touch = rules::rule_of(procedure).touch;
  if (!touch) return std::nullopt;
  return place == 0 ? touch->first : place == 1 ? touch->second : touch->others;
}

bool changes_a_value(Procedure procedure) {
  return use_of(procedure, 0) == Use::under || use_of(procedure, 1) == Use::under;
}

bool begins_operation(Procedure procedure) {
  return use_of(procedure, 1) == Use::matches || procedure == Procedure::start || procedure == Procedure::imrecv ||
         procedure == Procedure::comm_idup || procedure == Procedure::comm_idup_with_info;
}

bool may_leave_to_operations(Procedure procedure) {
  return procedure == Procedure::comm_free || procedure == Procedure::comm_disconnect ||
         procedure == Procedure::type_free || procedure == Procedure::request_free;
}

bool makes_keyval(Procedure procedure) {
  const auto& out = signature(procedure).out;
  return !out.empty() && out[0].type == Parameter::Type::handle && out[0].kind == Kind::keyval;
}

} // namespace moot
