#include "spec/language/export/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <sstream>

namespace moot {
namespace {

constexpr std::size_t longest = 56; // Fortran allows 63, and variables have companions such as x_is

class Unique {
public:
  Unique(Letters letters, std::string_view taken) : letters_(letters) {
    std::istringstream words{std::string(taken)};
    for (std::string word; words >> word;) taken_.insert(key(word));
  }

  std::string name(std::string wish) {
    if (wish.back() == ']') { // an array's element
      wish.pop_back();
      wish[wish.find('[')] = '_';
    }
    if (wish.front() == '_') wish.insert(0, "x"); // reserved in C, no letter in Fortran
    if (is_macro(wish)) wish += '_';
    if (wish.size() > longest) wish.resize(longest);
    std::string name = wish;
    for (int number = 1; !is_free(name); ++number) name = number == 1 ? wish + '_' : fmt::format("{}_{}", wish, number);
    for (const auto* companion : companions) taken_.insert(key(name + companion));
    return name;
  }

private:
  static constexpr std::array companions{"", "_is", "_shown", "_in_c"};

  // EOF, INT_MAX, NULL: who knows which there are.
  static bool is_macro(const std::string& word) {
    return word.size() > 1 && std::ranges::none_of(word, [](unsigned char c) { return std::islower(c) != 0; });
  }

  std::string key(std::string word) const {
    if (letters_ == Letters::same_in_any_case)
      std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word;
  }
  bool is_free(const std::string& name) const {
    return std::ranges::none_of(companions, [&](const char* more) { return taken_.contains(key(name + more)); });
  }

  Letters letters_;
  std::set<std::string> taken_;
};

std::string_view word(Callback role) {
  switch (role) {
  case Callback::copy:
  case Callback::copy_attr: return "copy";
  case Callback::delete_attr: return "delete";
  case Callback::query_fn: return "query";
  case Callback::free_fn: return "free";
  case Callback::cancel_fn: return "cancel";
  default: return name(role);
  }
}

std::string_view of_style(Style style) {
  return style == Style::pointer ? "" : style == Style::integer ? "_old_style" : "_new_style";
}

// The callback's name; where it is called in several roles, with the role.
std::string wish(const ExportedProgram& exported, const ExportedFunction& function) {
  const auto some = [&](const auto& differs) {
    return std::ranges::any_of(exported.functions, [&](const ExportedFunction& other) {
      return other.definition == function.definition && differs(other);
    });
  };
  const auto same_role = [&](const ExportedFunction& other) { return other.role == function.role; };
  const bool empty = function.definition == empty_definition;
  auto name = empty ? "empty" : exported.program.callbacks[static_cast<std::size_t>(function.definition)].name;
  if (empty || some([&](const auto& other) { return other != function; }))
    name += fmt::format("_{}", word(function.role));
  if (some([&](const auto& other) { return same_role(other) && other.kind != function.kind; }))
    name += fmt::format("_of_{}", moot::name(function.kind));
  if (some([&](const auto& other) { return same_role(other) && other.style != function.style; }))
    name += of_style(function.style);
  return name;
}

} // namespace

ExportNames export_names(const ExportedProgram& exported, Letters letters, std::string_view taken) {
  Unique unique(letters, taken);
  ExportNames names;
  for (const auto& variable : exported.program.variables) names.variables.push_back(unique.name(variable));
  for (const auto& function : exported.functions) names.functions.push_back(unique.name(wish(exported, function)));
  return names;
}

} // namespace moot
