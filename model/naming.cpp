#include "model/naming.h"

namespace moot {

void EventRecorder::show(State& state, const Value& value) {
  if (value.type != Value::Type::object) return;
  auto& object = state.objects[static_cast<std::size_t>(value.number)];
  if (object.name == 0 && object.site < predefined_site)
    object.name = ++generations_.at(static_cast<std::size_t>(object.kind));
}

Seen EventRecorder::seen(const State& state, const Value& value) const {
  const auto word = [](std::string_view text) { return Seen{Seen::Type::word, 0, std::string(text)}; };
  const auto object_name = [&](std::uint32_t site, std::uint32_t number) {
    if (site >= predefined_site) return word(name(static_cast<Constant>(site - predefined_site)));
    return word(letter(value.kind) + std::to_string(number));
  };
  switch (value.type) {
  case Value::Type::integer: return {Seen::Type::integer, value.number, {}};
  case Value::Type::error: return word(name(static_cast<ErrorClass>(value.number)));
  case Value::Type::object: {
    const auto& object = state.objects[static_cast<std::size_t>(value.number)];
    return object_name(object.site, object.name);
  }
  case Value::Type::stale: return object_name(site_of(value.number), name_of(value.number));
  case Value::Type::null_handle: return word(null_handle(value.kind));
  case Value::Type::library: return word(name(static_cast<Constant>(value.number)));
  default: return {};
  }
}

void EventRecorder::add(Event& event, State& state, std::string_view name, const Value& value) {
  show(state, value);
  event.fields.push_back({std::string(name), seen(state, value)});
}

// A function of the program is shown by its name; the empty function is not shown, a null pointer is null.
void EventRecorder::add_function(Event& event, std::string_view name, const Value& value) const {
  if (value.number == empty_function) return;
  Seen seen;
  if (value.number >= 0) seen = {Seen::Type::word, 0, program_.callbacks[static_cast<std::size_t>(value.number)].name};
  event.fields.push_back({std::string(name), seen});
}

void EventRecorder::on(State& state, const Label& label) {
  Event event;
  const auto& frame = label.frame;
  event.thread = frame.thread;
  event.depth = label.depth;
  switch (label.type) {
  case Label::Type::call: {
    event.type = Event::Type::call;
    event.by = label.by_callback ? Event::By::callback : Event::By::program;
    event.procedure = frame.procedure;
    event.may_fail = frame.may_fail;
    const auto& parameters = signature(frame.procedure).in;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto& value = frame.arguments.at(i);
      if (parameters[i].type == Parameter::Type::callback)
        add_function(event, parameters[i].name, value);
      else if (parameters[i].type == Parameter::Type::kind && value.type == Value::Type::integer)
        event.fields.push_back({std::string(parameters[i].name),
                                {Seen::Type::word, 0, std::string(name(static_cast<Kind>(value.number)))}});
      else if (value.type != Value::Type::absent || !parameters[i].named)
        add(event, state, parameters[i].name, value);
    }
    break;
  }
  case Label::Type::callback:
    event.type = Event::Type::callback;
    event.by = Event::By::library;
    event.callback = frame.callback;
    add(event, state, "key", frame.key_argument);
    add(event, state, "handle", frame.handle_argument);
    add(event, state, "value", Value::integer(frame.value));
    add(event, state, "context", Value::integer(frame.context));
    if (frame.callback == Callback::copy) add(event, state, "new_handle", frame.new_handle);
    break;
  case Label::Type::end:
    event.type = Event::Type::end;
    event.by = Event::By::library;
    event.callback = frame.callback;
    if (frame.callback == Callback::copy) add(event, state, "new_value", frame.new_value);
    break;
  case Label::Type::return_:
    event.type = Event::Type::return_;
    event.by = label.by_callback ? Event::By::callback : Event::By::program;
    event.procedure = frame.procedure;
    event.error = frame.error;
    if (frame.error == ErrorClass::success || frame.failed)
      for (const auto& out : signature(frame.procedure).out) add(event, state, out.name, frame.result);
    break;
  }
  events_.push_back(std::move(event));
}

} // namespace moot
