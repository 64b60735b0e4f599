// The table of rules, and how a call finds its own.
#include "model/rules/rules.h"

#include <array>

namespace moot {
namespace {

std::array<const Rule*, procedure_count> build_table() {
  std::array<const Rule*, procedure_count> table{};
  for (const auto rules :
       {rules::key_rules(), rules::value_rules(), rules::communicator_rules(), rules::datatype_rules(),
        rules::window_rules(), rules::info_rules(), rules::request_rules(), rules::keyval_rules(),
        rules::attribute_rules(), rules::environment_rules(), rules::error_rules()})
    for (const auto& rule : rules) table.at(static_cast<std::size_t>(rule.procedure)) = &rule;
  return table;
}

constexpr std::array kernel{
    Clause::callbacks_void,        Clause::copy_when,         Clause::copy_arguments,      Clause::copy_flag,
    Clause::free_arguments,        Clause::free_every_value,  Clause::free_before_freed,   Clause::free_key_null,
    Clause::free_context,          Clause::free_order,        Clause::destroy_object,      Clause::destroy_clear,
    Clause::destroy_replace,       Clause::destroy_arguments, Clause::destroy_key_null,    Clause::destroy_context,
    Clause::key_refcounted,        Clause::handle_valid,      Clause::handle_kind,         Clause::handle_reused,
    Clause::call_succeeds,         Clause::attr_free,         Clause::attr_copy_arguments, Clause::attr_copy_flag,
    Clause::attr_delete_arguments, Clause::attr_value,        Clause::attr_extra_state,    Clause::memory_lifetime,
    Clause::error_fatal,           Clause::error_objectless,  Clause::attr_callback,       Clause::attr_delete_fails,
    Clause::attr_copy_fails,       Clause::comm_idup};

} // namespace

const Rule& rule(Procedure procedure) {
  static const auto table = build_table();
  return *table.at(static_cast<std::size_t>(procedure));
}

std::span<const Clause> kernel_clauses() { return kernel; }

bool nulls_argument(Procedure procedure) {
  switch (procedure) {
  case Procedure::comm_free:
  case Procedure::comm_disconnect:
  case Procedure::comm_free_keyval:
  case Procedure::type_free_keyval:
  case Procedure::win_free_keyval:
  case Procedure::keyval_free:
  case Procedure::type_free:
  case Procedure::win_free:
  case Procedure::file_close:
  case Procedure::info_free:
  case Procedure::key_free:
  case Procedure::wait:
  case Procedure::test: return true;
  default: return false;
  }
}

void Law::call(std::uint8_t thread, const NewCall& call) {
  Frame frame;
  frame.type = Frame::Type::call;
  frame.thread = thread;
  frame.procedure = call.procedure;
  frame.arguments = call.arguments;
  frame.may_fail = call.may_fail;
  frame.language = call.language;
  state.frames.push_back(frame);
  site_ = call.site;
  const auto opened = state.frames.size() - 1;
  rule(call.procedure).open({*this, opened});
  const auto parameters = signature(call.procedure).in;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) { // numbers have been read; what comes later, a phase keeps
    auto& argument = state.frames[opened].arguments.at(i);
    const bool attribute = i < parameters.size() && parameters[i].type == Parameter::Type::attribute;
    if (argument.type == Value::Type::integer || argument.is_address() || attribute) argument = {};
  }
  if (!stopped()) settle(thread);
}

} // namespace moot
