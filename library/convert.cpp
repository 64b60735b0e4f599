#include "library/convert.h"

#include "model/law/naming.h"

#include <charconv>

namespace moot::v1 {
namespace {

// The enumerators of both are in the same order.
template <typename To, typename From> To same(From from) { return static_cast<To>(static_cast<int>(from)); }
static_assert(static_cast<int>(Value::Type::word) == static_cast<int>(moot::Seen::Type::word));
static_assert(static_cast<int>(Event::Type::call_returns) == static_cast<int>(moot::Event::Type::return_));
static_assert(static_cast<int>(Event::By::next) == static_cast<int>(moot::Event::By::next));

bool is_of_callback(Event::Type type) { return type == Event::Type::callback || type == Event::Type::callback_ends; }

template <typename Enum> Enum known(std::optional<Enum> named, const char* what, const std::string& name) {
  if (named) return *named;
  throw Error("", std::string("an event has the ") + what + " '" + name + "', which is not known");
}

// "MPI_ERR_ARG", or "e1": one that the program added.
moot::ErrorClass error_named(const std::string& name) {
  std::uint32_t number = 0;
  if (name.size() > 1 && name.front() == 'e') {
    const char* const end = name.data() + name.size();
    const auto [last, error] = std::from_chars(name.data() + 1, end, number);
    if (error == std::errc{} && last == end && number > 0) return moot::added_error(number);
  }
  return known(moot::error_class_named(name), "error", name);
}

} // namespace

Value to_public(const moot::Seen& seen) { return {same<Value::Type>(seen.type), seen.number, seen.word}; }

moot::Seen to_model(const Value& value) { return {same<moot::Seen::Type>(value.type), value.number, value.word}; }

Observed to_public(const moot::Observed& observed) {
  Observed result;
  result.reserve(observed.size());
  for (const auto& each : observed) result.push_back(each ? std::optional(to_public(*each)) : std::nullopt);
  return result;
}

Event to_public(const moot::Event& event) {
  Event result;
  result.type = same<Event::Type>(event.type);
  result.thread = event.thread;
  result.depth = event.depth;
  result.by = same<Event::By>(event.by);
  result.name = is_of_callback(result.type) ? moot::name(event.callback) : moot::signature(event.procedure).name;
  for (const auto& field : event.fields) result.fields.push_back({field.name, to_public(field.value)});
  result.error = moot::to_text(event.error);
  result.language = moot::name(event.language);
  result.may_fail = event.may_fail;
  return result;
}

std::vector<Event> to_public(const std::vector<moot::Event>& events) {
  std::vector<Event> result;
  result.reserve(events.size());
  for (const auto& event : events) result.push_back(to_public(event));
  return result;
}

Answers to_public(std::span<const std::pair<moot::Question, std::uint8_t>> answers) {
  Answers result;
  for (const auto& [question, answer] : answers) {
    const auto& about = moot::text(question);
    result.push_back({std::string(about.id), std::string(about.answers[answer])});
  }
  return result;
}

moot::Event to_model(const Event& event) {
  moot::Event result;
  result.type = same<moot::Event::Type>(event.type);
  result.thread = event.thread;
  result.depth = event.depth;
  result.by = same<moot::Event::By>(event.by);
  if (is_of_callback(event.type))
    result.callback = known(moot::callback_named(event.name), "callback", event.name);
  else
    result.procedure = known(moot::procedure_named(event.name), "procedure", event.name);
  for (const auto& field : event.fields) result.fields.push_back({field.name, to_model(field.value)});
  result.error = error_named(event.error);
  result.language = known(moot::language_named(event.language), "language", event.language);
  result.may_fail = event.may_fail;
  return result;
}

std::vector<moot::Event> to_model(const std::vector<Event>& events) {
  std::vector<moot::Event> result;
  result.reserve(events.size());
  for (const auto& event : events) result.push_back(to_model(event));
  return result;
}

} // namespace moot::v1
