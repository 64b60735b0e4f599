#include "model/naming.h"

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
void add_function(Event& event, std::string_view name, const Value& value, const Program* program) {
  if (value.number == empty_function || value.number == foreign_code) return;
  Seen seen;
  const auto function = static_cast<std::int32_t>(value.number);
  if (is_predefined_function(function)) seen = word(moot::name(predefined_of(function)));
  if (value.number >= 0 && program != nullptr)
    seen = word(program->callbacks[static_cast<std::size_t>(value.number)].name);
  event.fields.push_back({std::string(name), seen});
}

Fields call_fields(const Frame& frame) {
  Fields fields;
  const auto& parameters = signature(frame.procedure).in;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& value = frame.arguments.at(i);
    if (parameters[i].type == Parameter::Type::callback) continue;
    if (value.type != Value::Type::absent || !parameters[i].named) fields.emplace_back(parameters[i].name, value);
  }
  return fields;
}

} // namespace

Fields fields(const Label& label) {
  const auto& frame = label.frame;
  switch (label.type) {
  case Label::Type::call: return call_fields(frame);
  case Label::Type::callback: {
    if (of_keyval(frame.callback))
      return {{"handle", frame.handle_argument()},
              {"keyval", frame.key_argument()},
              {"attribute_val", attribute_val(frame)},
              {"extra_state", extra_state(frame)}};
    Fields fields{{"key", frame.key_argument()},
                  {"handle", frame.handle_argument()},
                  {"value", Value::integer(frame.value)},
                  {"context", Value::integer(frame.context)}};
    if (frame.callback == Callback::copy) fields.emplace_back("new_handle", frame.new_handle());
    return fields;
  }
  case Label::Type::end: {
    if (frame.callback == Callback::copy) return {{"new_value", frame.new_value()}};
    if (frame.callback != Callback::copy_attr) return {};
    Fields fields{{"attribute_val_out", frame.new_value()}};
    if (frame.flag().type != Value::Type::absent) fields.emplace_back("flag", frame.flag());
    return fields;
  }
  case Label::Type::return_:
    if (signature(frame.procedure).out.empty()) return {};
    if (signature(frame.procedure).out.size() == 1) return {{signature(frame.procedure).out[0].name, frame.result}};
    return {{signature(frame.procedure).out[0].name, frame.result},
            {signature(frame.procedure).out[1].name, frame.second_result()}};
  }
  return {};
}

Event to_event(const State& state, const Label& label, const Generations& known, const Program* program) {
  constexpr std::array types{Event::Type::call, Event::Type::callback, Event::Type::end, Event::Type::return_};
  Event event;
  const auto& frame = label.frame;
  event.type = types.at(static_cast<std::size_t>(label.type));
  event.thread = frame.thread;
  event.depth = label.depth;
  event.by = label.by_callback ? Event::By::callback : Event::By::program;
  if (label.type == Label::Type::callback || label.type == Label::Type::end) {
    event.by = Event::By::library;
    event.callback = frame.callback;
  } else {
    event.procedure = frame.procedure;
  }
  if (label.type == Label::Type::call) {
    event.may_fail = frame.may_fail;
    const auto& parameters = signature(frame.procedure).in;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (parameters[i].type == Parameter::Type::callback)
        add_function(event, parameters[i].name, frame.arguments.at(i), program);
  }
  if (label.type == Label::Type::return_ || label.type == Label::Type::end)
    event.error = is_added(frame.error) ? added_error(state.objects[added_number(frame.error)].name) : frame.error;
  event.language = frame.language;
  for (const auto& [name, value] : fields(label)) {
    const bool kind = name == "type" && value.type == Value::Type::integer;
    event.fields.push_back(
        {std::string(name), kind ? word(moot::name(static_cast<Kind>(value.number))) : show(state, value, known)});
  }
  return event;
}

void EventRecorder::on(State& state, const Label& label) {
  for (const auto& [name, value] : fields(label)) {
    if (value.type != Value::Type::object) continue;
    auto& object = state.objects[static_cast<std::size_t>(value.number)];
    if (object.name == 0 && object.site < predefined_site)
      object.name = ++generations_.at(static_cast<std::size_t>(object.kind));
  }
  events_.push_back(to_event(state, label, generations_, &program_));
}

} // namespace moot
