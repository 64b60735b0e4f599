#include "cli/arguments.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace moot {
namespace {

// The number that all of a text is; nothing if it is none, or too large.
std::optional<std::uint64_t> number_in(std::string_view text, std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number > most) return std::nullopt;
  return number;
}

} // namespace

CLI::Validator whole_number(std::uint64_t most) {
  const auto check = [most](const std::string& text) {
    if (number_in(text, most)) return std::string();
    return "'" + text + "' is not a whole number from 0" + (most < 1U << 31 ? fmt::format(" to {}", most) : "");
  };
  return {check, "NUMBER"};
}

CLI::Validator memory_size() {
  const auto transform = [](std::string& text) -> std::string {
    constexpr std::string_view units = "KMGT";
    const auto unit = text.empty() ? std::string_view::npos : units.find(text.back());
    const auto shift = unit == std::string_view::npos ? 0 : 10 * (unit + 1);
    const auto digits = std::string_view(text).substr(0, text.size() - (shift == 0 ? 0 : 1));
    const auto number = number_in(digits, std::numeric_limits<std::uint64_t>::max() >> shift);
    if (!number || *number == 0) return "'" + text + "' is not an amount of memory, such as 500M or 8G";
    text = std::to_string(*number << shift);
    return {};
  };
  return {transform, "BYTES", "MEMORY"};
}

} // namespace moot
