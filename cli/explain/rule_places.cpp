#include "cli/explain/rule_places.h"

#include "cli/explain/law_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace moot {
namespace {

template <typename Of> struct Place {
  Of of;
  std::string_view file;
  unsigned line = 0;
};

std::string to_text(std::string_view file, unsigned line) { return fmt::format("{}:{}", file, line); }

// The generated file has the lines of both tables. (Of some in the first, no clause is called so.)
// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define CLAUSE(clause, file, line) Place<std::string_view>{clause, file, line},
#define RULE(procedure, file, line)
const auto& places_of_clauses() {
  static const std::array table{
#include "cli/explain/rule_places.inc"
  };
  return table;
}
#undef CLAUSE
#undef RULE

#define CLAUSE(clause, file, line)
#define RULE(procedure, file, line) Place<Procedure>{procedure, file, line},
const auto& places_of_rules() {
  static constexpr std::array table{
#include "cli/explain/rule_places.inc"
  };
  return table;
}
#undef CLAUSE
#undef RULE
// NOLINTEND(cppcoreguidelines-macro-usage)

} // namespace

std::vector<std::string> places_of_clause(std::string_view id) {
  std::vector<std::string> places;
  for (const auto& [clause, file, line] : places_of_clauses())
    if (auto place = to_text(file, line); clause == id && (places.empty() || places.back() != place))
      places.push_back(std::move(place));
  if (!places.empty()) return places;
  for (const auto procedure : resting_on(id).rules)
    if (auto place = place_of_rule(procedure); std::ranges::find(places, place) == places.end())
      places.push_back(std::move(place));
  return places;
}

std::string place_of_rule(Procedure procedure) {
  const auto* const place = std::ranges::find(places_of_rules(), procedure, &Place<Procedure>::of);
  return place == places_of_rules().end() ? "" : to_text(place->file, place->line);
}

} // namespace moot
