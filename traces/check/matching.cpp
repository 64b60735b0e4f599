#include "traces/check/matching.h"

#include "model/law/kinds.h"
#include "model/phases/row.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace moot {
namespace {

Slot find_named(const State& state, Kind kind, std::uint32_t name) {
  for (Slot slot = 0; slot < state.objects.size(); ++slot) {
    const auto& object = state.objects[slot];
    if (object.kind == kind && object.name == name && object.site < predefined_site) return slot;
  }
  return no_slot;
}

Slot find_predefined(State& state, Constant constant) {
  const auto site = site_of(constant);
  for (Slot slot = 0; slot < state.objects.size(); ++slot)
    if (state.objects[slot].site == site) return slot;
  return state.add(predefined_object(constant));
}

// "m3": of a trace. No event shows what the program allocates itself.
Value memory_value(State& state, std::int64_t cell) {
  const auto name = static_cast<std::uint32_t>(cell + 1);
  for (std::size_t i = 0; i < state.cells.size(); ++i)
    if (state.cells[i].name == name) return {Value::Type::memory, Kind::none, static_cast<std::int64_t>(i)};
  return state.add(MemoryCell{.value = {Value::Type::undefined}, .name = name});
}

// What MPI_Alloc_mem gives gets the name that an event shows.
bool is_memory(State& state, const Value& pointer, const Seen& seen) {
  const auto number = memory_named(seen.word);
  if (!number) return false;
  const auto name = static_cast<std::uint32_t>(*number + 1);
  const auto place = static_cast<std::size_t>(pointer.number);
  const auto has_it = [&](const MemoryCell& it) { return it.name == name; };
  if (state.cells[place].name == 0 && std::ranges::none_of(state.cells, has_it)) state.cells.edit(place).name = name;
  return state.cells[place].name == name;
}

Object unseen(Kind kind, std::uint32_t name) {
  Object object;
  object.kind = kind;
  object.name = name;
  object.handle_live = true;
  object.references = 1;
  object.committed = true; // perhaps
  return object;
}

Value object_value(State& state, Kind kind, std::uint32_t name, const Generations& known) {
  if (const auto slot = find_named(state, kind, name); slot != no_slot) return Value::object(kind, slot);
  const auto object = unseen(kind, name);
  if (name <= known.at(static_cast<std::size_t>(kind))) return {Value::Type::stale, kind, object.identity()};
  return Value::object(kind, state.add(object)); // it arrived unseen
}

// Do values wait for the end of the object, or of what it keeps?
bool has_values_waiting(const State& state, Slot slot) {
  if (slot == no_slot) return false;
  const auto& object = state.objects[slot];
  const bool is_derived = object.kind == Kind::datatype;
  return std::ranges::find(state.attachments, slot, &Attachment::object) != state.attachments.end() ||
         (is_derived && (has_values_waiting(state, object.base) || has_values_waiting(state, object.comm)));
}

} // namespace

void arrive(State& state, Kind kind, std::uint32_t name) {
  if (find_named(state, kind, name) != no_slot) return;
  auto object = unseen(kind, name);
  if (kind == Kind::request) {
    ++object.references;
    request_of(object).active() = request_of(object).matched() = true;
  }
  state.add(object);
}

// (A request of the trace has a name.)
bool is_unseen_operation(const State& state, Slot slot) {
  const auto& it = state.objects[slot];
  return it.kind == Kind::request && it.name == 0 && it.site == no_site && !it.handle_live && it.matched;
}

void keep_unseen(State& state, Kind kind, std::uint32_t name) {
  const auto slot = find_named(state, kind, name);
  if (slot == no_slot || !has_values_waiting(state, slot)) return;
  Object operation;
  operation.kind = Kind::request;
  operation.references = 1;
  auto request = request_of(operation);
  request.active() = request.matched() = true;
  (kind == Kind::communicator ? request.comm() : request.datatype()) = slot;
  ++state.objects.edit(slot).references;
  state.add(operation);
}

Value to_value(State& state, const Seen& seen, const Generations& known) {
  if (seen.type == Seen::Type::integer) return Value::integer(seen.number);
  if (seen.word == address_word) return {Value::Type::address};
  if (seen.type == Seen::Type::null) return Value::null();
  if (const auto cell = memory_named(seen.word)) return memory_value(state, *cell);
  if (const auto object = object_word(seen.word)) return object_value(state, object->first, object->second, known);
  if (const auto constant = constant_named(seen.word)) {
    if (is_null(*constant)) return Value::null_handle(kind(*constant));
    return Value::object(kind(*constant), find_predefined(state, *constant));
  }
  if (const auto error = error_class_named(seen.word)) return Value::error(*error);
  return {};
}

namespace {

Value procedure_value(const Seen& seen) {
  const auto known = procedure_named(seen.word);
  if (!known) throw NotModelled("a tool's function for " + seen.word + " is not modelled");
  return Value::integer(static_cast<std::int64_t>(*known));
}

Value argument_value(State& state, const Seen& seen, const Parameter& parameter, const Generations& known) {
  if (parameter.type == Parameter::Type::procedure) return procedure_value(seen);
  if (parameter.type == Parameter::Type::callback) {
    if (const auto predefined = predefined_named(seen.word)) return Value::integer(function_of(*predefined));
    return Value::integer(seen.type == Seen::Type::null ? null_function : foreign_code);
  }
  if (parameter.type == Parameter::Type::kind && seen.type == Seen::Type::word)
    return Value::integer(static_cast<std::int64_t>(kind_named(seen.word).value_or(Kind::none)));
  return to_value(state, seen, known);
}

// The value of a field; nullptr: there is none of that name.
const Seen* field(const Event& event, std::string_view name) {
  const auto found = std::ranges::find(event.fields, name, &Field::name);
  return found == event.fields.end() ? nullptr : &found->value;
}

// `seen` is of a trace.
bool covers_error(const State& state, ErrorClass expected, ErrorClass seen) {
  if (!is_added(expected)) return covers(expected, seen);
  return is_added(seen) && state.objects[added_number(expected)].name == added_number(seen);
}

} // namespace

std::optional<ObjectName> object_word(const std::string& word) {
  static const auto kinds = [] {
    std::array<Kind, 128> by_letter{};
    for (int i = 1; i < kind_count; ++i)
      by_letter.at(static_cast<std::size_t>(letter(static_cast<Kind>(i)))) = static_cast<Kind>(i);
    return by_letter;
  }();
  if (word.size() < 2 || word[1] < '0' || word[1] > '9' || word[0] < 0)
    return std::nullopt; // (most words have no number)
  const auto kind = kinds[static_cast<unsigned char>(word[0])];
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), number);
  if (kind == Kind::none || error != std::errc{} || end != word.data() + word.size() || number == 0)
    return std::nullopt;
  return std::pair{kind, number};
}

bool names_a(const Event& event, Kind kind) {
  return std::ranges::any_of(event.fields, [&](const Field& field) {
    const auto object = object_in(field.value);
    return object && object->first == kind;
  });
}

void count_generations(const Event& event, Generations& seen) {
  for (const auto& field : event.fields) {
    if (field.value.type != Seen::Type::word) continue;
    if (const auto object = object_word(field.value.word)) {
      auto& highest = seen.at(static_cast<std::size_t>(object->first));
      highest = std::max(highest, object->second);
    }
  }
}

bool matches(State& state, const Value& value, const Seen& seen, const Generations& known) {
  const auto is_word = [&](std::string_view word) { return seen.type == Seen::Type::word && seen.word == word; };
  switch (value.type) {
  case Value::Type::absent:
  case Value::Type::null: return seen.type == Seen::Type::null;
  case Value::Type::integer: return seen.type == Seen::Type::integer && seen.number == value.number;
  case Value::Type::null_handle: return is_word(null_handle(value.kind));
  case Value::Type::error: return is_word(name(static_cast<ErrorClass>(value.number)));
  case Value::Type::memory: return is_memory(state, value, seen);
  case Value::Type::pointer:
  case Value::Type::wide_pointer:
  case Value::Type::address: return seen.word == address_word; // a number, too, that may be one
  case Value::Type::library: return is_word(name(static_cast<Constant>(value.number)));
  case Value::Type::untouched: return is_word(untouched_word);
  case Value::Type::undefined: return true;
  default: break;
  }
  std::uint32_t site = site_of(value.number);
  std::uint32_t name_number = name_of(value.number);
  if (value.type == Value::Type::object) {
    site = state.objects[static_cast<std::size_t>(value.number)].site;
    name_number = state.objects[static_cast<std::size_t>(value.number)].name;
  }
  if (site >= predefined_site) return is_word(name(static_cast<Constant>(site - predefined_site)));
  if (seen.type != Seen::Type::word) return false;
  const auto word = object_word(seen.word);
  if (!word || word->first != value.kind) return false;
  if (name_number != 0 || value.type != Value::Type::object) return name_number == word->second;
  // The name of an older object; unless that is gone: whoever recorded the trace knows handles alone, and MPI uses those again.
  if (word->second <= known.at(static_cast<std::size_t>(value.kind)) &&
      find_named(state, value.kind, word->second) != no_slot)
    return false;
  state.objects.edit(static_cast<std::size_t>(value.number)).name = word->second;
  return true;
}

std::int32_t tool_named(const std::string& name, const std::vector<std::string>& names) {
  return static_cast<std::int32_t>(std::ranges::find(names, name) - names.begin());
}

Arguments arguments_of(State& state, const Event& call, const Generations& known,
                       const std::vector<std::string>& stack) {
  Arguments arguments{};
  const auto& parameters = signature(call.procedure).in;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto* seen = field(call, parameters[i].name);
    if (seen != nullptr && parameters[i].type == Parameter::Type::tool)
      arguments.at(i) = Value::integer(tool_named(seen->word, stack));
    else if (seen != nullptr)
      arguments.at(i) = argument_value(state, *seen, parameters[i], known);
    else if (parameters[i].type == Parameter::Type::callback)
      arguments.at(i) = Value::integer(foreign_code);
  }
  return arguments;
}

Value error_of(State& state, const Event& event, const Generations& known) {
  if (!is_added(event.error)) return Value::error(event.error);
  return object_value(state, Kind::error_code, added_number(event.error), known);
}

bool shows(State& state, const Label& label, const Event& event, const Generations& known) {
  if (type_of(label) != event.type) return false;
  if (event.type == Event::Type::callback && label.frame.callback().callback != event.callback) return false;
  if (event.type == Event::Type::return_ &&
      (label.frame.call().procedure != event.procedure || !covers_error(state, label.frame.call().error, event.error)))
    return false;
  return std::ranges::all_of(fields(label), [&](const auto& expected) {
    const auto* seen = field(event, expected.first);
    if (seen == nullptr) return event.type == Event::Type::return_; // an OUT that nobody recorded
    return matches(state, expected.second, *seen, known);
  });
}

bool might_show(const State& state, const Obligation& owed, const Event& event) {
  const auto callback = callback_of(state, owed);
  if (callback != event.callback || is_unseen(state, owed)) return false;
  const auto shown = [&](Value CallbackFrame::*held) {
    const auto fields = row_of(callback).fields;
    const auto found = std::ranges::find(fields, held, &ArgumentField::held);
    return found == fields.end() ? nullptr : field(event, found->name);
  };
  if (is_a_number(column_of(callback))) { // (what an attribute looks like is `shows`' affair)
    const auto* value = shown(&CallbackFrame::value);
    const auto* stored = state.find_any(owed.object, owed.key);
    if (value == nullptr || value->type != Seen::Type::integer || value->number != stored->value) return false;
  }
  const auto* key = shown(&CallbackFrame::key_argument);
  const auto word = key != nullptr ? object_word(key->word) : std::nullopt;
  const auto name = state.objects[owed.key].name;
  return !word || name == 0 || name == word->second;
}

} // namespace moot
