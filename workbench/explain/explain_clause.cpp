// A clause: where it stands, and what rests on it: rules, answers, cases.
#include "workbench/explain/explanation.h"
#include "workbench/shared/page.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {
namespace {

std::string force_of(const ClauseText& clause) {
  std::string result;
  if (clause.informative) result += paragraph("It is informative: it binds nobody.", 0);
  if (clause.advice) result += paragraph("It is advice: it decides only where nothing binding does.", 0);
  if (!clause.due.empty()) result += paragraph(fmt::format("The model lacks what it is about: {}.", clause.due), 0);
  if (!clause.differs.empty()) result += paragraph(fmt::format("Editions differ: {}", clause.differs), 0, 2);
  return result.empty() ? "" : "\n" + result;
}

std::string sentences_of(const Resting& resting) {
  std::string result;
  for (const auto* sentence : resting.sentences) {
    result += line_of_code(*sentence);
    for (const auto& question : sentence->clauses.questions)
      if (question)
        result +=
            paragraph(fmt::format("asks {}: {}", text(*question).id, fmt::join(text(*question).answers, ", ")), 4, 6);
  }
  return result.empty() ? "" : "\nin the code\n" + result;
}

std::string rules_on(const Resting& resting) {
  std::vector<std::string_view> names;
  for (const auto procedure : resting.rules) names.push_back(signature(procedure).name);
  return names.empty() ? ""
                       : "\nprocedures with such a step\n" + paragraph(fmt::format("{}", fmt::join(names, ", ")), 2);
}

std::string answers_on(const LawBook& book, const std::string& clause) {
  std::string result;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    std::string answers;
    for (const auto& each : answers_to(book, question))
      if (each.ground.clause == clause) answers += to_text(each, 4);
    if (answers.empty()) continue;
    result += paragraph(fmt::format("{}: {}", coloured(Colour::bold, text(question).id), text(question).asks), 2, 4);
    if (!text(question).due.empty()) result += paragraph(not_asked_yet(question), 4);
    if (const auto places = places_of(sentences_that_ask(question)); !places.empty())
      result += paragraph(fmt::format("asked at {}", fmt::join(places, ", ")), 4, 6);
    result += answers;
  }
  return result.empty() ? "" : "\nanswers that rest on it\n" + result;
}

} // namespace

std::string explanation(const LawBook& book, const ClauseText& clause) {
  std::vector<const KnownCase*> cases;
  for (const auto& each : book.cases)
    if (std::ranges::binary_search(clauses_shown(each.program), clause.id)) cases.push_back(&each);
  const auto resting = resting_on(clause.id);
  return fmt::format("{}: a clause\n{}\n{}{}{}{}{}{}", coloured(Colour::bold, clause.id),
                     paragraph(place_of(clause), 0), paragraph(clause.text, 2), force_of(clause), sentences_of(resting),
                     rules_on(resting), answers_on(book, clause.id),
                     list_of_cases("cases that show it, or expect it to be broken", cases));
}

} // namespace moot
