#include "model/vocabulary/kind.h"

namespace moot {
namespace {

std::optional<Kind> kind_with(std::string_view KindWords::*word, std::string_view is) {
  for (int i = 1; i < kind_count && !is.empty(); ++i)
    if (kind_words(static_cast<Kind>(i)).*word == is) return static_cast<Kind>(i);
  return std::nullopt;
}

} // namespace

std::optional<Kind> kind_named(std::string_view name) { return kind_with(&KindWords::name, name); }

std::optional<Kind> kind_of_handle_type(std::string_view name) { return kind_with(&KindWords::handle_type, name); }

std::optional<Kind> kind_of_handle_type(std::int64_t number) {
  if (number < 1 || number >= kind_count) return std::nullopt;
  const auto kind = static_cast<Kind>(number);
  return handle_type(kind).empty() ? std::nullopt : std::optional(kind);
}

} // namespace moot
