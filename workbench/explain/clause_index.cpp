// For developers: prints docs/clauses.md, the index of the clauses, from spec/ and the rules of the model.
//
//     clause_index spec                     prints it
//     clause_index spec docs/clauses.md     compares, and says what to run where they differ (the test docs.clauses)
#include "workbench/explain/law_book.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace moot {
namespace {

namespace fs = std::filesystem;

using Index = std::map<std::string, std::set<std::string>>; // by clause

// Of what is no step of a rule: "[phases/free.cpp](../model/phases/free.cpp)"
std::string file_of(const Sentence& sentence) {
  const auto place = to_text(sentence.place());
  const auto file = place.substr(0, place.find(':'));
  return fmt::format("[{0}](../{1})", file.substr(file.find('/') + 1), file);
}

std::set<std::string> rules_on(const std::string& clause) {
  std::set<std::string> names;
  const auto resting = resting_on(clause);
  for (const auto* sentence : resting.sentences)
    if (procedures_with(*sentence).empty()) names.insert(file_of(*sentence));
  for (const auto procedure : resting.rules) names.insert(fmt::format("`{}`", signature(procedure).name));
  return names;
}

Index cases_by_clause(const fs::path& spec) {
  Index index;
  for (const auto& [name, program] : read_known_cases(spec)) {
    const auto link = fmt::format("[{}](../spec/litmus/{})", fs::path(name).stem().string(), name);
    for (const auto& clause : clauses_shown(program)) index[clause].insert(link);
  }
  return index;
}

std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string document(const fs::path& spec) {
  auto cases = cases_by_clause(spec);
  std::string text = R"(# The clauses

Generated from spec/clauses/, the rules in model/ and the cases in spec/litmus/ by workbench/explain/clause_index.cpp: do not edit. Clauses of
`ticket304` and `attribute-interop` are quoted; those of `mpi` where the standard's wording matters, else in our words. *Rules*: the procedures that have a step
which carries the clause out, and the files of phases and of what else does. *Cases*: those that say that they show it, or expect it to be broken.

| clause | text | source | rules | cases |
|---|---|---|---|---|
)";
  for (const auto& clause : read_clauses((spec / "clauses").string())) {
    auto resting = joined(rules_on(clause.id));
    if (clause.informative) resting = "informative: binds nobody";
    if (!clause.due.empty()) resting = "waits for: " + clause.due;
    auto said = clause.advice ? clause.text + " (advice)" : clause.text;
    if (!clause.differs.empty()) said += fmt::format(" *Editions:* {}", clause.differs);
    text += fmt::format("| `{}` | {} | {}, {} | {} | {} |\n", clause.id, cell(said), clause.source, cell(clause.place),
                        cell(resting), joined(cases[clause.id]));
  }
  return text;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2 || arguments.size() > 3) {
    fmt::print(stderr, "usage: {} spec [docs/clauses.md]\n", arguments.empty() ? "clause_index" : arguments[0]);
    return 2;
  }
  const auto text = document(arguments[1]);
  if (arguments.size() == 2) {
    fmt::print("{}", text);
    return 0;
  }
  std::ostringstream written;
  written << std::ifstream(arguments[2]).rdbuf();
  if (written.str() == text) return 0;
  fmt::print(stderr, "{0} is out of date. Run: {1} {2} > {0}\n", arguments[2], arguments[0], arguments[1]);
  return 1;
}

} // namespace
} // namespace moot

int main(int argc, char** argv) {
  try {
    return moot::run({argv, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "clause_index: {}\n", error.what());
    return 2;
  }
}
