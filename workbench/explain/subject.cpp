#include "workbench/explain/subject.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace moot {
namespace {

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](unsigned char c) { return std::tolower(c); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

// Is this the path of a case, or the end of one, perhaps without ".litmus"?
bool names_case(const std::string& word, const std::string& name) {
  const auto ends = [](const std::string& longer, const std::string& end) {
    return longer == end || longer.ends_with("/" + end);
  };
  return ends(name, word) || ends(name, word + ".litmus") || ends(word, name);
}

std::optional<Subject> subject_in_file(const std::string& word, const std::string& spec) {
  if (!std::filesystem::is_regular_file(word)) return std::nullopt;
  if (word.ends_with(".litmus")) return KnownCase{word, parse_case_file(word)};
  if (word.ends_with(".toml")) return read_reading_file(word, spec + "/readings");
  return std::nullopt;
}

} // namespace

std::optional<Subject> subject_of(const LawBook& book, const std::string& word, const std::string& spec) {
  for (const auto& each : book.clauses)
    if (same_letters(each.id, word)) return each;
  for (int i = 0; i < question_count; ++i)
    if (same_letters(text(static_cast<Question>(i)).id, word)) return static_cast<Question>(i);
  for (const auto& each : book.readings)
    if (same_letters(each.reading.name, word)) return each;
  for (int i = 0; i < procedure_count; ++i)
    if (same_letters(signature(static_cast<Procedure>(i)).name, word)) return static_cast<Procedure>(i);
  if (auto file = subject_in_file(word, spec)) return file;
  const auto named = [&](const KnownCase& each) { return names_case(word, each.name); };
  const auto found = std::ranges::find_if(book.cases, named);
  if (found == book.cases.end() || std::ranges::count_if(book.cases, named) > 1) return std::nullopt;
  return *found;
}

} // namespace moot
