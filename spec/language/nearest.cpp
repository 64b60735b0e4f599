#include "spec/language/nearest.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace moot {
namespace {

constexpr std::size_t longest = 64;

// Case slips are the commonest, and count half; hence every other edit counts two.
std::size_t substitution(char a, char b) {
  if (a == b) return 0;
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return lower(a) == lower(b) ? 1 : 2;
}

// Levenshtein's distance with swapped neighbours as one edit, doubled; both names have at most `longest` bytes.
std::size_t distance(std::string_view a, std::string_view b) {
  using Row = std::array<std::size_t, longest + 1>; // row[j]: from the first i bytes of a to the first j bytes of b
  Row before{};                                     // for i - 2
  Row above{};                                      // for i - 1
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = above;
    above = row;
    row[0] = 2 * i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 2, row[j - 1] + 2, above[j - 1] + substitution(a[i - 1], b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 2);
    }
  }
  return row[b.size()];
}

} // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.size() > longest) return {};
  std::string_view best;
  // What a candidate must stay below: an edit for every three letters begun, and not every letter edited.
  std::size_t bound = std::min(2 * ((name.size() + 2) / 3) + 1, 2 * name.size());
  for (const std::string_view candidate : candidates) {
    const std::size_t gap = std::max(candidate.size(), name.size()) - std::min(candidate.size(), name.size());
    if (candidate.size() > longest || 2 * gap >= bound) continue;
    const std::size_t d = distance(name, candidate);
    if (d >= bound || candidate == name) continue;
    best = candidate;
    bound = d;
  }
  return best;
}

std::size_t edits(std::string_view a, std::string_view b) {
  const auto folded = [](std::string_view name) {
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
  };
  return distance(folded(a), folded(b)) / 2;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
  const std::string_view best = nearest(name, candidates);
  return best.empty() ? "" : "; did you mean '" + std::string(best) + "'?";
}

} // namespace moot
