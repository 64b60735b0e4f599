#include "workbench/look/normaliser.h"

#include "traces/check/matching.h"

#include <algorithm>
#include <string_view>

namespace moot {
namespace {

// Smaller numbers are numbers: nobody maps the first pages.
constexpr std::int64_t least_address = 65536;

bool holds_what_the_program_stored(std::string_view field) {
  constexpr std::array names{"value",         "new_value",        "context",
                             "attribute_val", "attribute_val_in", "attribute_val_out",
                             "base",          "extra_state",      "baseptr"};
  return std::ranges::find(names, field) != names.end();
}

bool holds_a_function(std::string_view field) {
  constexpr std::array<std::string_view, 6> names{"copy", "delete", "free", "destroy", "query", "cancel"};
  return std::ranges::find(names, field) != names.end();
}

std::string named(char letter, std::uint32_t number) { return letter + std::to_string(number); }

} // namespace

bool Normaliser::normalise(Event& event) {
  if (is_of_call(event) && event.by == Event::By::library) {
    auto& open = left_out_[event.thread];
    open += event.type == Event::Type::call ? 1 : open > 0 ? -1U : 0;
    return false;
  }
  if (const auto open = left_out_.find(event.thread); open != left_out_.end())
    event.depth -= std::min(event.depth, open->second);
  event.thread = threads_.number(event.thread) - 1;
  event.time_ns = 0;
  event.may_fail = false; // only a case says so
  for (auto& field : event.fields) {
    if (holds_a_function(field.name))
      rename_function(field.value);
    else
      rename(field.value, holds_what_the_program_stored(field.name));
  }
  if (is_added(event.error))
    event.error = added_error(handles_[static_cast<std::size_t>(Kind::error_code)].number(added_number(event.error)));
  return true;
}

// MPI's own functions have the same name everywhere.
void Normaliser::rename_function(Seen& value) {
  if (value.type == Seen::Type::word && !value.word.starts_with("MPI"))
    value.word = "function" + std::to_string(functions_.number(value.word));
}

void Normaliser::rename(Seen& value, bool may_be_address) {
  if (value.type == Seen::Type::integer && may_be_address && value.number >= least_address) {
    value = {Seen::Type::word, 0, "address" + std::to_string(addresses_.number(value.number))};
  } else if (value.type == Seen::Type::word) {
    if (const auto object = object_word(value.word))
      value.word =
          named(letter(object->first), handles_[static_cast<std::size_t>(object->first)].number(object->second));
    else if (const auto cell = memory_named(value.word))
      value.word = named('m', memory_.number(*cell));
  }
}

} // namespace moot
