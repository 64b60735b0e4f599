// A case: its source, its questions with their sentences, and the clauses on which it rests.
#include "workbench/explain/explanation.h"
#include "workbench/shared/page.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace moot {
namespace {

std::string question_with_answers(const std::string& id) {
  const auto question = question_named(id);
  if (!question) return paragraph(coloured(Colour::bold, id), 2);
  const auto& asked = text(*question);
  auto result = paragraph(fmt::format("{}: {}", coloured(Colour::bold, id), asked.asks), 2, 4);
  for (std::size_t i = 0; i < asked.says.size(); ++i)
    result += paragraph(fmt::format("{}: {}", asked.answers[i], asked.says[i]), 4, 6);
  return result;
}

} // namespace

std::string explanation(const LawBook& book, const KnownCase& it) {
  const auto& program = it.program;
  auto result = paragraph(coloured(Colour::bold, program.title), 0);
  result += paragraph(fmt::format("{}: a case", it.name), 0);
  if (!program.source.empty()) result += paragraph(fmt::format("{}, {}", program.source, program.place), 0);
  if (!program.questions.empty()) result += "\nquestions that it decides\n";
  for (const auto& question : program.questions) result += question_with_answers(question);
  if (const auto clauses = clauses_shown(program); !clauses.empty())
    result += "\nclauses that it shows, or expects to be broken\n" + quotations(book, clauses);
  std::vector<std::string> asked; // clauses that answers to its questions rest on
  for (const auto& id : program.questions) {
    const auto question = question_named(id);
    if (!question) continue;
    for (const auto& each : answers_to(book, *question))
      if (!each.ground.clause.empty() && std::ranges::find(asked, each.ground.clause) == asked.end())
        asked.push_back(each.ground.clause);
  }
  std::erase_if(asked, [shown = clauses_shown(program)](const std::string& clause) {
    return std::ranges::binary_search(shown, clause);
  });
  if (!asked.empty()) result += "\nclauses that answers to its questions rest on\n" + quotations(book, asked);
  return result;
}

} // namespace moot
