// The table of rules, and how a call finds its own.
#include "model/rules/rules.h"

#include <array>

namespace moot {
namespace {

std::array<const Rule*, procedure_count> build_table() {
  std::array<const Rule*, procedure_count> table{};
  for (const auto rules :
       {rules::key_rules(), rules::value_rules(), rules::communicator_rules(), rules::datatype_rules(),
        rules::window_rules(), rules::info_rules(), rules::request_rules(), rules::environment_rules()})
    for (const auto& rule : rules) table.at(static_cast<std::size_t>(rule.procedure)) = &rule;
  return table;
}

constexpr std::array kernel{
    Clause::callbacks_void,  Clause::copy_when,         Clause::copy_arguments,    Clause::copy_flag,
    Clause::free_arguments,  Clause::free_every_value,  Clause::free_before_freed, Clause::free_key_null,
    Clause::free_context,    Clause::free_order,        Clause::destroy_object,    Clause::destroy_clear,
    Clause::destroy_replace, Clause::destroy_arguments, Clause::destroy_key_null,  Clause::destroy_context,
    Clause::key_refcounted,  Clause::handle_valid,      Clause::handle_kind,       Clause::call_succeeds};

} // namespace

const Rule& rule(Procedure procedure) {
  static const auto table = build_table();
  return *table.at(static_cast<std::size_t>(procedure));
}

std::span<const Clause> kernel_clauses() { return kernel; }

bool nulls_argument(Procedure procedure) {
  switch (procedure) {
  case Procedure::comm_free:
  case Procedure::type_free:
  case Procedure::win_free:
  case Procedure::info_free:
  case Procedure::key_free:
  case Procedure::wait:
  case Procedure::test: return true;
  default: return false;
  }
}

void Law::call(std::uint8_t thread, Procedure procedure, const std::array<Value, 4>& arguments, bool may_fail,
               std::uint32_t site) {
  Frame frame;
  frame.type = Frame::Type::call;
  frame.thread = thread;
  frame.procedure = procedure;
  frame.arguments = arguments;
  frame.may_fail = may_fail;
  state.frames.push_back(frame);
  site_ = site;
  const auto opened = state.frames.size() - 1;
  rule(procedure).open({*this, opened});
  for (auto& argument : state.frames[opened].arguments) // numbers have been read; what comes later, a phase keeps
    if (argument.type == Value::Type::integer) argument = {};
  if (!stopped()) settle(thread);
}

} // namespace moot
