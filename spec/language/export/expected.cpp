#include "spec/language/export/expected.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {

bool may_be_endless(const Export& what) {
  return std::ranges::any_of(what.results, [](const Expected& it) {
    return it.type == Expected::Type::endless || it.type == Expected::Type::not_known;
  });
}

bool anything_may_come(const Export& what) {
  return std::ranges::any_of(what.results, [](const Expected& it) {
    return it.type == Expected::Type::erroneous || it.type == Expected::Type::not_known;
  });
}

std::set<std::string> expected_symbols(const Export& what) {
  std::set<std::string> all;
  for (const auto& result : what.results)
    for (std::size_t i = 0; i < result.observed.size(); ++i) all.merge(expected_symbols(what, i));
  return all;
}

std::set<std::string> expected_symbols(const Export& what, std::size_t observed) {
  std::set<std::string> all;
  for (const auto& result : what.results) {
    if (observed >= result.observed.size()) continue;
    const auto& value = result.observed[observed];
    if (value && value->type == Seen::Type::word) all.insert(value->word);
  }
  return all;
}

std::set<std::string> numbers_like_addresses(const Export& what, std::size_t observed) {
  std::set<std::string> all;
  for (const auto& result : what.results) {
    if (observed >= result.observed.size()) continue;
    const auto& value = result.observed[observed];
    if (value && value->type == Seen::Type::integer && (value->number < 0 || value->number > 4095))
      all.insert(std::to_string(value->number));
  }
  return all;
}

std::string library_keyval(const std::string& word) {
  const auto constant = constant_named(word);
  if (!constant) return "";
  if (*constant >= Constant::key_tag_ub && *constant <= Constant::key_wtime_is_global)
    return "MPI_" + word.substr(std::string_view("MPIX_KEY_").size());
  return *constant >= Constant::tag_ub && *constant <= Constant::last_used_code ? word : "";
}

std::set<std::string> library_keyvals(const Export& what) {
  std::set<std::string> all;
  for (const auto& word : expected_symbols(what)) all.insert(library_keyval(word));
  all.erase("");
  return all;
}

namespace {

// What a variable may equal that holds what the word names.
std::vector<std::string> values_named(const std::string& word) {
  if (const auto keyval = library_keyval(word); !keyval.empty()) return {"own_" + keyval};
  const auto constant = constant_named(word);
  if (constant == Constant::win_base) return {"window_base"};
  if (constant == Constant::win_size) return {"8"};
  if (constant == Constant::win_disp_unit) return {"1"};
  if (constant == Constant::win_create_flavor) return {"MPI_WIN_FLAVOR_ALLOCATE"};
  if (constant == Constant::win_model) return {"MPI_WIN_SEPARATE", "MPI_WIN_UNIFIED"};
  return {};
}

} // namespace

std::string equals_what_is_named(const std::string& variable, const std::string& word, std::string_view either) {
  auto values = values_named(word);
  for (auto& value : values) value = fmt::format("{} == {}", variable, value);
  const auto text = fmt::format("{}", fmt::join(values, either));
  return values.size() > 1 ? fmt::format("({})", text) : text;
}

std::string expected_words(const Program& program, const Expected& expected) {
  if (expected.type == Expected::Type::endless) return "it may never end";
  if (expected.type == Expected::Type::aborts) return "it may abort";
  if (expected.type == Expected::Type::not_known) return fmt::format("what is not known: {}", expected.clause);
  if (expected.type == Expected::Type::erroneous)
    return fmt::format("anything: the program is at fault ({})", expected.clause);
  std::string text;
  for (std::size_t i = 0; i < expected.observed.size(); ++i)
    if (const auto& value = expected.observed[i])
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ",
                          program.variables[static_cast<std::size_t>(program.observed[i])], to_text(*value));
  if (text.empty()) text = "(nothing observed)";
  return expected.unspecified ? text + " (only under some answers to open questions)" : text;
}

std::string origin_of(const Program& program, const std::string& file) {
  const auto exported = fmt::format("Exported by moot from {}.", file);
  return program.source.empty() ? exported : fmt::format("Source: {} {}. {}", program.source, program.place, exported);
}

} // namespace moot
