// moot explain: what is called so; else where the words occur.
#include "workbench/explain/explain_json.h"
#include "workbench/explain/explanation.h"
#include "workbench/explain/search.h"
#include "workbench/shared/verdicts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <optional>
#include <sstream>
#include <variant>

namespace moot {
namespace {

using Subject = std::variant<ClauseText, Question, ReadingFile, Procedure, KnownCase>;

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

// What has this name; nothing if nothing has, or several cases have. A question comes before a case of the same name.
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

} // namespace

int explain(const Options& options) {
  const auto all = fmt::format("{}", fmt::join(options.words, " "));
  const auto book = read_law_book(options.spec);
  if (const auto known = subject_of(book, all, options.spec)) {
    const auto text = [&](const auto& subject) {
      return options.json ? to_text(to_json(book, subject)) + "\n" : explanation(book, subject);
    };
    fmt::print("{}", std::visit(text, *known));
    return exit_allowed;
  }
  std::istringstream text(all);
  const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
  if (words.empty()) throw UsageError("explain: a word is missing: an id, or what to look for");
  const auto found = search(book, words);
  if (found.empty())
    throw UsageError(fmt::format("{} '{}'{}", words.size() == 1 ? "there is no" : "nothing has all words of", all,
                                 nearest_ids(book, all)));
  if (options.json)
    fmt::print("{}\n", to_text(to_json(found)));
  else
    fmt::print("{}\n`moot explain` says more about each.\n", to_text(found));
  return exit_allowed;
}

} // namespace moot
