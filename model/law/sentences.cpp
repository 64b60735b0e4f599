#include "model/law/sentences.h"

#include "model/law/predefined_values.h"
#include "model/phases/row.h"
#include "model/rules/diagnosis.h"
#include "model/rules/operands.h"

#include <algorithm>

namespace moot {

std::span<const Sentence* const> all_sentences() {
  static const auto all = [] {
    std::vector<const Sentence*> found;
    for (const auto part :
         {sentences_of_languages(), sentences_of_references(), sentences_of_operations(), sentences_of_what_is_kept(),
          sentences_of_errors(), sentences_of_handles(), sentences_of_completion(), sentences_of_finalize(),
          sentences_of_threads(), sentences_of_shared(), sentences_of_tools()})
      found.insert(found.end(), part.begin(), part.end());
    for (const auto* step : rules::all_steps()) found.push_back(step);
    for (const auto* sentence : sentences_of_phases()) found.push_back(sentence);
    for (const auto* sentence : sentences_of_programs()) found.push_back(sentence);
    for (const auto& value : predefined_values()) found.push_back(&value);
    for (const auto& diagnosis : diagnoses()) found.push_back(&diagnosis);
    std::erase_if(found, [](const Sentence* it) { return it->clause() == Clause::none; });
    return found;
  }();
  return all;
}

namespace {

// Has the procedure an operand for which the step may decide something?
bool concerns(Procedure procedure, const rules::Step& step) {
  return step.concerns == nullptr || std::ranges::any_of(signature(procedure).in, [&](const Parameter& it) {
           return it.type == Parameter::Type::handle && (it.kind == Kind::none || step.concerns(it.kind));
         });
}

} // namespace

std::vector<Procedure> procedures_with(const Sentence& sentence) {
  std::vector<Procedure> found;
  for (int i = 0; i < procedure_count; ++i) {
    const auto procedure = static_cast<Procedure>(i);
    if (std::ranges::any_of(rules::rule_of(procedure).steps,
                            [&](const rules::Step* it) { return it == &sentence && concerns(procedure, *it); }))
      found.push_back(procedure);
  }
  return found;
}

std::vector<Clause> clauses_of(Procedure procedure) {
  std::vector<Clause> found;
  for (const auto* step : rules::rule_of(procedure).steps)
    for (const auto clause : step->clauses.all)
      if (clause != Clause::none && concerns(procedure, *step) && std::ranges::find(found, clause) == found.end())
        found.push_back(clause);
  return found;
}

bool may_damage(Clause fault) {
  constexpr rules::Operand any{0};
  return fault == rules::was_not_freed<any>.clause() || fault == rules::is_of_no_failed_dup<any>.clause();
}

bool is_a_label(const Sentence& sentence) {
  const auto is_it = [&](const Sentence& other) { return &other == &sentence; };
  return std::ranges::any_of(column_table, is_it, &ColumnRow::lives_on) ||
         std::ranges::any_of(phase_table,
                             [&](const PhaseRow* row) { return std::ranges::any_of(row->cells, is_it, &Cell::owes); });
}

bool only_names(const Sentence& sentence) {
  const auto is_it = [&](const Sentence& other) { return &other == &sentence; };
  return is_it(call_succeeds) || std::ranges::any_of(diagnoses(), is_it) ||
         std::ranges::any_of(callback_table, [&](const CallbackRow* row) { return is_it(row->comes); });
}

std::string to_text(const Place& place) {
  const std::string_view file = place.file;
  const auto start = file.rfind("model/"); // the compiler may have been given a whole path
  return std::string(start == std::string_view::npos ? file : file.substr(start)) + ":" + std::to_string(place.line);
}

} // namespace moot
