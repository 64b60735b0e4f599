#include "model/law/naming.h"

#include "model/phases/row.h"

#include <algorithm>

namespace moot {
namespace {

Seen word(std::string_view text) { return {Seen::Type::word, 0, std::string(text)}; }

Seen show(const State& state, const Value& value, const Generations& known) {
  const auto object = [&](std::uint32_t site, std::uint32_t number) {
    if (site >= predefined_site) return word(name(static_cast<Constant>(site - predefined_site)));
    const auto next = known.at(static_cast<std::size_t>(value.kind)) + 1;
    return word(letter(value.kind) + std::to_string(number != 0 ? number : next));
  };
  switch (value.type) {
  case Value::Type::integer: return {Seen::Type::integer, value.number, {}};
  case Value::Type::error: return word(name(static_cast<ErrorClass>(value.number)));
  case Value::Type::null_handle: return word(null_handle(value.kind));
  case Value::Type::library: return word(name(static_cast<Constant>(value.number)));
  case Value::Type::undefined: return word(undefined_word);
  case Value::Type::untouched: return word(untouched_word);
  case Value::Type::memory: return memory_word(value.number);
  case Value::Type::pointer:
  case Value::Type::wide_pointer:
  case Value::Type::address: return word(address_word);
  case Value::Type::stale: return object(site_of(value.number), name_of(value.number));
  case Value::Type::object: {
    const auto& it = state.objects[static_cast<std::size_t>(value.number)];
    return object(it.site, it.name);
  }
  default: return {};
  }
}

// A function of the program is shown by its name; the empty function is not shown, a null pointer is null.
void add_named(Event& event, const Parameter& parameter, const Value& value, const Program* program) {
  const auto name = parameter.name;
  if (parameter.type == Parameter::Type::procedure)
    return event.fields.push_back({std::string(name), word(signature(static_cast<Procedure>(value.number)).name)});
  if (parameter.type == Parameter::Type::tool) {
    if (program == nullptr) return;
    return event.fields.push_back({std::string(name), word(program->tools[static_cast<std::size_t>(value.number)])});
  }
  if (value.number == empty_function || value.number == foreign_code) return;
  Seen seen;
  const auto function = static_cast<std::int32_t>(value.number);
  if (is_predefined_function(function)) seen = word(moot::name(predefined_of(function)));
  if (value.number >= 0 && program != nullptr)
    seen = word(program->callbacks[static_cast<std::size_t>(value.number)].name);
  event.fields.push_back({std::string(name), seen});
}

ErrorClass shown(ErrorClass error, const State& state) {
  return is_added(error) ? added_error(state.objects[added_number(error)].name) : error;
}

Fields call_fields(const CallFrame& call) {
  Fields fields;
  const auto& parameters = signature(call.procedure).in;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& value = call.arguments.at(i);
    if (is_named(parameters[i].type)) continue;
    if (value.type != Value::Type::absent || !parameters[i].named) fields.emplace_back(parameters[i].name, value);
  }
  return fields;
}

Fields callback_fields(const CallbackFrame& callback) {
  Fields fields;
  for (const auto& field : row_of(callback.callback).fields) fields.emplace_back(field.name, callback.*field.held);
  return fields;
}

Fields end_fields(const CallbackFrame& callback) {
  Fields fields;
  for (const auto& field : row_of(callback.callback).results)
    if (const auto& value = callback.result.*field.held; value.type != Value::Type::absent)
      fields.emplace_back(field.name, value);
  return fields;
}

Fields return_fields(const CallFrame& call) {
  const auto& out = signature(call.procedure).out;
  if (out.empty()) return {};
  if (out.size() == 1) return {{out[0].name, call.result}};
  return {{out[0].name, call.result}, {out[1].name, call.second_result}};
}

} // namespace

Fields fields(const Label& label) {
  switch (label.type) {
  case Label::Type::call: return call_fields(label.frame.call());
  case Label::Type::callback: return callback_fields(label.frame.callback());
  case Label::Type::end: return end_fields(label.frame.callback());
  case Label::Type::return_: return return_fields(label.frame.call());
  }
  return {};
}

namespace {

void add_call(Event& event, const State& state, const Label& label, const Program* program) {
  const auto& call = label.frame.call();
  event.procedure = call.procedure;
  event.language = call.language;
  if (label.by_callback) event.by = call.passed_on ? Event::By::next : Event::By::callback;
  if (label.type == Label::Type::return_) event.error = shown(call.error, state);
  if (label.type != Label::Type::call) return;
  event.may_fail = call.may_fail;
  const auto& parameters = signature(call.procedure).in;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (is_named(parameters[i].type)) add_named(event, parameters[i], call.arguments.at(i), program);
}

void add_callback(Event& event, const State& state, const Label& label) {
  const auto& callback = label.frame.callback();
  event.by = Event::By::library;
  event.callback = callback.callback;
  event.language = callback.language;
  if (label.type == Label::Type::end) event.error = shown(callback.error, state);
}

} // namespace

Event::Type type_of(const Label& label) {
  constexpr std::array types{Event::Type::call, Event::Type::callback, Event::Type::end, Event::Type::return_};
  return types.at(static_cast<std::size_t>(label.type));
}

namespace {

// As in the signature. (What is named came first.)
void put_in_order(Event& event) {
  const auto& parameters = signature(event.procedure).in;
  std::ranges::stable_sort(event.fields, {}, [&](const Field& field) {
    return std::ranges::find(parameters, field.name, &Parameter::name) - parameters.begin();
  });
}

} // namespace

Event to_event(const State& state, const Label& label, const Generations& known, const Program* program) {
  Event event;
  event.type = type_of(label);
  event.thread = label.frame.thread;
  event.depth = label.depth;
  event.by = Event::By::program;
  if (label.frame.is_call())
    add_call(event, state, label, program);
  else
    add_callback(event, state, label);
  for (const auto& [name, value] : fields(label)) {
    const auto kind = name == "type" ? kind_of_handle_type(value.number) : std::nullopt;
    event.fields.push_back({std::string(name), kind ? word(moot::name(*kind)) : show(state, value, known)});
  }
  if (event.type == Event::Type::call) put_in_order(event);
  return event;
}

void EventRecorder::on(State& state, const Label& label) {
  for (const auto& [name, value] : fields(label)) {
    if (value.type != Value::Type::object) continue;
    const auto slot = static_cast<std::size_t>(value.number);
    const auto& object = state.objects[slot];
    if (object.name == 0 && object.site < predefined_site)
      state.objects.edit(slot).name = ++generations_.at(static_cast<std::size_t>(object.kind));
  }
  events_.push_back(to_event(state, label, generations_, &program_));
}

} // namespace moot
