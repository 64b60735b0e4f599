#include "spec/language/law/clause_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>

namespace moot {
namespace {

std::string place(const toml::table& clause) {
  std::string place = clause["section"].value_or(std::string{});
  if (const auto later = clause["in_4_1"].value<std::string>()) place += fmt::format(" (in 4.1 and 5.0: {})", *later);
  if (const auto* lines = clause["lines"].as_array(); lines != nullptr && lines->size() == 2) {
    const auto first = (*lines)[0].value_or(0);
    const auto last = (*lines)[1].value_or(0);
    if (!place.empty()) place += ", ";
    place += first == last ? fmt::format("line {}", first) : fmt::format("lines {}-{}", first, last);
  }
  return place;
}

ClauseText clause_of(const toml::table& clause, const std::string& source) {
  const auto word = [&](const char* name) { return clause[name].value_or(std::string{}); };
  ClauseText text;
  text.id = word("id");
  text.text = word("text");
  text.source = clause["source"].value_or(source);
  text.place = place(clause);
  text.differs = word("differs");
  text.informative = clause["informative"].value_or(false);
  text.advice = clause["advice"].value_or(false);
  text.due = word("due");
  text.diagnosed = clause["diagnosed"]["class"].value_or(std::string{});
  text.diagnosed_by = clause["diagnosed"]["by"].value_or(std::string{});
  return text;
}

void read(const std::string& file, std::vector<ClauseText>& clauses) {
  const auto table = toml::parse_file(file);
  const auto source = table["source"]["id"].value_or(std::string{});
  const auto* list = table["clause"].as_array();
  if (list == nullptr) throw ClauseError(fmt::format("{}: no [[clause]]", file));
  for (const auto& node : *list) {
    const auto* clause = node.as_table();
    if (clause == nullptr) throw ClauseError(fmt::format("{}: a clause that is not a table", file));
    auto text = clause_of(*clause, source);
    if (text.id.empty() || text.text.empty() || text.source.empty() || text.place.empty())
      throw ClauseError(
          fmt::format("{}:{}: a clause needs id, text, source, and lines or section", file, node.source().begin.line));
    clauses.push_back(std::move(text));
  }
}

} // namespace

std::vector<ClauseText> read_clauses(const std::string& directory) {
  std::vector<ClauseText> clauses;
  try {
    for (const auto& entry : std::filesystem::directory_iterator(directory))
      if (entry.path().extension() == ".toml") read(entry.path().string(), clauses);
  } catch (const toml::parse_error& error) {
    throw ClauseError(fmt::format("{}: {}", *error.source().path, error.description()));
  } catch (const std::filesystem::filesystem_error& error) {
    throw ClauseError(fmt::format("{}: {}", directory, error.code().message()));
  }
  std::ranges::sort(clauses, {}, &ClauseText::id);
  const auto twice = std::ranges::adjacent_find(clauses, {}, &ClauseText::id);
  if (twice != clauses.end()) throw ClauseError(fmt::format("{}: clause {} is there twice", directory, twice->id));
  return clauses;
}

} // namespace moot
