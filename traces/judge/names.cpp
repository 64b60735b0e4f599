#include "traces/judge/names.h"

#include "traces/check/matching.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot {
namespace {

void rename(std::string& word, std::uint32_t number) {
  word.resize(1);
  fmt::format_to(std::back_inserter(word), "{}", number);
}

bool is_known(const std::string& word) {
  return constant_named(word) || predefined_named(word) || error_class_named(word);
}

} // namespace

bool JudgedNames::shift(Seen& seen) {
  const auto object = object_word(seen.word);
  if (!object) return false;
  rename(seen.word, told(object->second));
  return true;
}

std::optional<std::uint32_t> JudgedNames::predefined(Seen& seen) {
  if (!seen.word.starts_with("MPI_") || is_known(seen.word)) return std::nullopt;
  const auto found = std::ranges::find(predefined_, seen.word);
  const auto number = static_cast<std::uint32_t>(found - predefined_.begin()) + 1;
  const bool is_new = found == predefined_.end();
  if (is_new) predefined_.push_back(seen.word);
  seen.word = letter(Kind::datatype);
  rename(seen.word, number);
  return is_new ? std::optional(number) : std::nullopt;
}

void JudgedNames::back(Event& event) const {
  for (auto& field : event.fields) {
    if (field.value.type == Seen::Type::integer) field.value.word.clear();
    const auto object = object_word(field.value.word);
    if (!object) continue;
    if (object->second > most_predefined)
      rename(field.value.word, object->second - most_predefined);
    else if (object->first == Kind::datatype && object->second <= predefined_.size())
      field.value.word = predefined_[object->second - 1];
  }
  if (is_added(event.error) && added_number(event.error) > most_predefined)
    event.error = added_error(added_number(event.error) - most_predefined);
}

} // namespace moot
