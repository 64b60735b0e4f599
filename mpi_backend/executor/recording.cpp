// The events of a run, as model/vocabulary/event.h wants them.
#include "model/phases/row.h"
#include "mpi_backend/executor/interpreter.h"
#include "mpi_backend/executor/thread.h"

namespace moot::executor {
namespace {

Event begin(Event::Type type, Event::By by) {
  Event event;
  event.type = type;
  event.thread = this_thread.number;
  event.depth = this_thread.depth;
  event.by = by;
  return event;
}

} // namespace

void Interpreter::add(Event& event, std::string_view name, const Value& value) const {
  event.fields.push_back({std::string(name), objects_.in_trace(value)});
}

void Interpreter::record_call(const RunningCall& call, Event::By by) {
  Event event = begin(Event::Type::call, by);
  event.procedure = call.statement->procedure;
  event.may_fail = call.statement->may_fail;
  event.language = call.statement->language;
  const auto parameters = signature(event.procedure).in;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    const Value& value = call.arguments.at(i);
    if (value.type == Value::Type::absent && parameter.named) continue; // not given
    Seen seen = objects_.in_trace(value);
    const auto number = static_cast<std::size_t>(value.number);
    if (value.type == Value::Type::integer && parameter.type == Parameter::Type::callback) {
      const auto function = static_cast<int>(value.number);
      seen = {Seen::Type::word, 0,
              is_predefined(function) ? std::string(name(predefined_of(function))) : program_.callbacks[number].name};
    }
    if (parameter.type == Parameter::Type::tool) seen = {Seen::Type::word, 0, program_.tools[number]};
    if (parameter.type == Parameter::Type::procedure)
      seen = {Seen::Type::word, 0, std::string(signature(static_cast<Procedure>(number)).name)};
    if (parameter.type == Parameter::Type::kind)
      if (const auto kind = kind_of_handle_type(value.number)) seen = {Seen::Type::word, 0, std::string(name(*kind))};
    event.fields.push_back({std::string(parameter.name), seen});
  }
  recorder_.event(event);
}

void Interpreter::record_return(const RunningCall& call, const Value& error, Event::By by) {
  Event event = begin(Event::Type::return_, by);
  event.procedure = call.statement->procedure;
  event.error = in_trace(error);
  event.language = call.statement->language;
  for (std::size_t i = 0; i < signature(event.procedure).out.size(); ++i)
    add(event, signature(event.procedure).out[i].name, call.results.at(i));
  recorder_.event(event);
}

namespace {

// Where the model's frame has it, and ours.
const Value& argument(const RunningCallback& callback, moot::Value CallbackFrame::*held) {
  if (held == &CallbackFrame::key_argument) return callback.key;
  if (held == &CallbackFrame::handle_argument) return callback.handle;
  if (held == &CallbackFrame::new_handle) return callback.new_handle;
  return held == &CallbackFrame::value ? callback.value : callback.context;
}

} // namespace

void Interpreter::record_callback(Callback role, const RunningCallback& callback, Language language) {
  Event event = begin(Event::Type::callback, Event::By::library);
  event.callback = role;
  event.language = language;
  for (const auto& [name, held] : row_of(role).fields) add(event, name, argument(callback, held));
  recorder_.event(event);
}

void Interpreter::record_end(Callback role, const RunningCallback& callback, Language language) {
  Event event = begin(Event::Type::end, Event::By::library);
  event.callback = role;
  event.language = language;
  event.error = in_trace(callback.error);
  if (role == Callback::copy) add(event, "new_value", callback.new_value);
  if (role == Callback::copy_attr) {
    add(event, "attribute_val_out", callback.new_value);
    if (callback.flag) add(event, "flag", Value::integer(*callback.flag));
  }
  recorder_.event(event);
}

TraceEnding Interpreter::ending() const {
  TraceEnding ending;
  for (const auto index : program_.observed) {
    const auto i = static_cast<std::size_t>(index);
    const Value& value = variables_[i];
    std::optional<Seen> seen;
    if (value.type == Value::Type::memory)
      seen = {Seen::Type::word, 0, program_.variables[static_cast<std::size_t>(memory_.variable(value))]};
    else if (value.type != Value::Type::absent)
      seen = objects_.in_outcome(value, program_.variables);
    ending.observed.emplace_back(program_.variables[i], seen);
  }
  return ending;
}

} // namespace moot::executor
