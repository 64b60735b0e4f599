// A question: what its answers say, what each reading answers and why, and the cases that decide it.
#include "workbench/explain/explanation.h"
#include "workbench/settle/disagreement.h"
#include "workbench/shared/page.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace moot {
namespace {

std::string sentences_of(Question question) {
  const auto& asked = text(question);
  auto result = fmt::format("{}: a question on {}\n", coloured(Colour::bold, asked.id), words_for(asked.area)) +
                paragraph(asked.asks, 0);
  for (std::size_t i = 0; i < asked.answers.size(); ++i)
    result += paragraph(fmt::format("{}: {}", asked.answers[i], asked.says[i]), 2, 4);
  if (!asked.due.empty()) result += paragraph(not_asked_yet(question), 0);
  return result;
}

std::string asked_in(Question question) {
  std::string result;
  for (const auto* sentence : sentences_that_ask(question)) result += line_of_code(*sentence);
  return result.empty() ? "" : "\nasked in the code\n" + result;
}

} // namespace

std::string line_of_code(const Sentence& sentence) {
  return paragraph(fmt::format("{} {}", coloured(Colour::bold, to_text(sentence.place())), sentence.says), 2, 4);
}

std::string not_asked_yet(Question question) {
  return fmt::format("No rule asks it yet: it waits for {}.", text(question).due);
}

std::string explanation(const LawBook& book, Question question) {
  std::string texts;
  std::string libraries;
  std::vector<std::string> clauses;
  for (const auto& each : answers_to(book, question)) {
    (library_described(each.readings.front()).empty() ? texts : libraries) += to_text(each, 2);
    if (!each.ground.clause.empty() && std::ranges::find(clauses, each.ground.clause) == clauses.end())
      clauses.push_back(each.ground.clause);
  }
  std::vector<const KnownCase*> cases;
  for (const auto& each : book.cases)
    if (std::ranges::find(each.program.questions, text(question).id) != each.program.questions.end())
      cases.push_back(&each);
  auto result = sentences_of(question) + asked_in(question);
  if (!texts.empty()) result += "\nwhat readings answer\n" + texts;
  if (!libraries.empty()) result += "\nwhat libraries do\n" + libraries;
  if (!clauses.empty()) result += "\nclauses that these rest on\n" + quotations(book, clauses);
  return result + list_of_cases("cases that decide it", cases);
}

} // namespace moot
