// What the law says of the numbers that MPI attaches itself: which they may be. Pure functions.
#pragma once

#include "model/law/sentence.h"
#include "model/vocabulary/program.h"

#include <cstdint>
#include <limits>
#include <span>

namespace moot {

// The least and the greatest; every number between them is allowed.
struct Bounds {
  std::int64_t least = 0;
  std::int64_t greatest = 0;
  bool has(std::int64_t number) const { return least <= number && number <= greatest; }
  bool operator==(const Bounds&) const = default;
};
inline constexpr Bounds any_integer{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};

// The value of one predefined key, or keyval, or two.
struct PredefinedValue : Sentence {
  std::array<Constant, 2> of;
  Bounds bounds;
  constexpr PredefinedValue(std::array<Constant, 2> keys, Clauses from, std::string_view words, Bounds are)
      : Sentence(from, words), of(keys), bounds(are) {}
};

// As long as the process runs. None: it differs from window to window.
const PredefinedValue* predefined_value(Constant key);
std::span<const PredefinedValue> predefined_values();

} // namespace moot
