// The words of the trace format that stand for enumerators: writer and reader share them.
#pragma once

#include "model/vocabulary/event.h"
#include "traces/format/trace.h"

#include <array>
#include <optional>
#include <string_view>

namespace moot {

// In the order of the enumerators.
inline constexpr std::array<std::string_view, 4> event_words{"call", "callback", "end", "return"};
inline constexpr std::array<std::string_view, 4> by_words{"program", "callback", "library", "next"};
inline constexpr std::array<std::string_view, 5> ending_words{"finished", "crashed", "aborted", "hung", "endless"};

template <typename Enum, std::size_t N>
std::string_view word(const std::array<std::string_view, N>& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

template <typename Enum, std::size_t N>
std::optional<Enum> named(const std::array<std::string_view, N>& words, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (words.at(i) == name) return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace moot
