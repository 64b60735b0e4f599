// A procedure: how a case calls it, the clauses of its rule, and what cases with it decide.
#include "workbench/explain/explanation.h"
#include "workbench/shared/page.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {
namespace {

std::string languages_of(Procedure procedure) {
  std::vector<std::string_view> languages;
  for (int i = 0; i < language_count; ++i)
    if (exists_in(procedure, static_cast<Language>(i))) languages.push_back(name(static_cast<Language>(i)));
  return fmt::format("in {}", fmt::join(languages, ", "));
}

std::string steps_of_rule(Procedure procedure) {
  std::string result;
  for (const auto* step : steps_of(procedure)) {
    const auto by = step->clause() == Clause::none ? "" : coloured(Colour::bold, id(step->clause())) + ": ";
    result += paragraph(fmt::format("{}{} ({})", by, step->says, to_text(step->place())), 2, 4);
  }
  return "\nits rule, step by step\n" + result;
}

std::string questions_of(const std::vector<const KnownCase*>& cases) {
  std::string result;
  for (int i = 0; i < question_count; ++i) {
    const auto& question = text(static_cast<Question>(i));
    const auto decides = [&](const KnownCase* it) {
      return std::ranges::find(it->program.questions, question.id) != it->program.questions.end();
    };
    if (std::ranges::none_of(cases, decides)) continue;
    result += entry(question.id, question.asks);
  }
  return result.empty() ? "" : "\nquestions that cases with it decide\n" + result;
}

} // namespace

std::string call_of(Procedure procedure) {
  const auto& called = signature(procedure);
  std::vector<std::string> arguments;
  for (const auto& each : called.in)
    arguments.push_back(each.named ? fmt::format("[{}:]", each.name) : std::string(each.name));
  std::vector<std::string_view> results;
  for (const auto& each : called.out) results.push_back(each.name);
  return fmt::format("{}({}){}{}", called.name, fmt::join(arguments, ", "), results.empty() ? "" : " -> ",
                     fmt::join(results, ", "));
}

std::string explanation(const LawBook& book, Procedure procedure) {
  std::vector<const KnownCase*> cases;
  for (const auto& each : book.cases)
    if (has_call_of(each.program, procedure)) cases.push_back(&each);
  return paragraph(coloured(Colour::bold, call_of(procedure)), 0, 2) + fmt::format("{}\n", languages_of(procedure)) +
         steps_of_rule(procedure) + questions_of(cases) + list_of_cases("cases with it", cases);
}

} // namespace moot
