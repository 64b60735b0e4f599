// The table of rules, and how a call goes through its own.
#include "model/rules/rules.h"

#include "model/law/sentences.h"
#include "model/law/stack.h"

#include <vector>

namespace moot {
namespace rules {
namespace {

std::array<const Rule*, procedure_count> build_table() {
  std::array<const Rule*, procedure_count> table{};
  for (const auto rules : {key_rules(),          value_rules(),
                           communicator_rules(), datatype_rules(),
                           window_rules(),       info_rules(),
                           request_rules(),      completion_rules(),
                           partitioned_rules(),  grequest_rules(),
                           message_rules(),      memory_rules(),
                           keyval_rules(),       predefined_function_rules(),
                           attribute_rules(),    environment_rules(),
                           error_rules(),        errhandler_rules(),
                           group_rules(),        op_rules(),
                           session_rules(),      tool_rules()})
    for (const auto& rule : rules) table.at(static_cast<std::size_t>(rule.procedure)) = &rule;
  return table;
}

} // namespace

const Rule& rule_of(Procedure procedure) {
  static const auto table = build_table();
  return *table.at(static_cast<std::size_t>(procedure));
}

std::span<const Step* const> all_steps() {
  static const auto all = [] {
    std::vector<const Step*> found;
    for (int i = 0; i < procedure_count; ++i)
      for (const auto* step : rule_of(static_cast<Procedure>(i)).steps)
        if (std::ranges::find(found, step) == found.end()) found.push_back(step);
    return found;
  }();
  return all;
}

namespace {

// MPI_Wait does, for an MPI_Comm_idup.
bool copies(const State& state, std::size_t call, Slot object) {
  return std::ranges::any_of(state.phases, [&](const Phase& phase) {
    return phase.frame == call && phase.type == Phase::Type::copy &&
           (phase.object == object || phase.created == object);
  });
}

} // namespace

bool works_on(const State& state, std::size_t call, Slot object) {
  if (!state.frames[call].is_call()) return false;
  const auto& frame = state.frames[call].call();
  if (completion_of(frame.procedure) != nullptr && copies(state, call, object)) return true;
  const auto& on = rule_of(frame.procedure).works_on;
  if (!on || !(frame.arguments.at(on->place).is_object(object) || frame.created == object)) return false;
  // (Callbacks may come in the call afterwards, for what a finished operation kept.)
  return std::ranges::any_of(state.phases, [&](const Phase& phase) {
    return phase.frame == call && (phase.type == Phase::Type::copy || phase.is_of_one_value() || frame.failed);
  });
}

} // namespace rules

namespace {

// They have been read; what comes later, a phase keeps. (A probe waits for a message with its tag.)
void drop_numbers(CallFrame& call, std::span<const Parameter> parameters) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    auto& argument = call.arguments.at(i);
    const bool attribute = i < parameters.size() && parameters[i].type == Parameter::Type::attribute;
    if (argument.type == Value::Type::integer || argument.is_address() || attribute) argument = {};
  }
}

} // namespace

void Law::call(std::uint32_t thread, const NewCall& call) {
  state.frames.add(thread, std::in_place_type<CallFrame>, call);
  site_ = call.site;
  second_site_ = call.second_site;
  const auto opened = state.frames.size() - 1;
  if (has_tools(state)) [[unlikely]]
    route(opened);
  else
    reach_mpi(opened);
  if (!stopped()) settle(thread);
}

void Law::reach_mpi(std::size_t frame) {
  rules::Call it(*this, frame);
  const auto procedure = it.it().procedure;
  carry_out(call_succeeds, [&] { it.edit().clause = call_succeeds.clause(); });
  rules::rule_of(procedure).take_steps(it);
  if (completion_of(procedure) == nullptr) drop_numbers(it.edit(), signature(procedure).in);
}

} // namespace moot
