// For developers: prints docs/clauses.md, the index of the clauses, from spec/ and the rules of the model.
//
//     clause_index spec                     prints it
//     clause_index spec docs/clauses.md     compares, and says what to run where they differ (the test docs.clauses)
#include "model/law.h"
#include "spec/case_parser.h"
#include "spec/clause_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace moot {
namespace {

namespace fs = std::filesystem;

using Index = std::map<std::string, std::set<std::string>>; // by clause

Index rules_by_clause() {
  Index index;
  for (const auto clause : kernel_clauses()) index[std::string(id(clause))].insert("the kernel");
  for (int i = 0; i < procedure_count; ++i) {
    const auto procedure = static_cast<Procedure>(i);
    for (const auto clause : rule(procedure).clauses)
      index[std::string(id(clause))].insert(fmt::format("`{}`", signature(procedure).name));
  }
  return index;
}

// A case shows what it says that it shows, and the clauses that it expects to be broken.
Index cases_by_clause(const fs::path& spec) {
  Index index;
  for (const auto& entry : fs::recursive_directory_iterator(spec / "litmus")) {
    if (entry.path().extension() != ".litmus") continue;
    const auto program = parse_case_file(entry.path().string());
    const auto link = fmt::format("[{}](../spec/{})", entry.path().stem().string(),
                                  entry.path().lexically_relative(spec).generic_string());
    for (const auto& clause : program.shows) index[clause].insert(link);
    for (const auto& expectation : program.expectations)
      for (const auto& result : expectation.results)
        if (result.type == Expected::Type::erroneous) index[result.clause].insert(link);
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
  auto rules = rules_by_clause();
  auto cases = cases_by_clause(spec);
  std::string text = R"(# The clauses

Generated from spec/clauses/, the rules in model/ and the cases in spec/litmus/ by cli/clause_index.cpp: do not edit. Clauses of
`ticket304` and `attribute-interop` are quoted; those of `mpi` are in our words. *Rules*: the procedures whose rules rest on the
clause, and the kernel (phases, references, arguments). *Cases*: those that say that they show it, or expect it to be broken.

| clause | text | source | rules | cases |
|---|---|---|---|---|
)";
  for (const auto& clause : read_clauses((spec / "clauses").string())) {
    auto resting = joined(rules[clause.id]);
    if (clause.informative) resting = "informative: binds nobody";
    if (!clause.due.empty()) resting = "waits for: " + clause.due;
    text += fmt::format("| `{}` | {} | {}, {} | {} | {} |\n", clause.id, cell(clause.text), clause.source,
                        cell(clause.place), cell(resting), joined(cases[clause.id]));
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
