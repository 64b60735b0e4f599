#include "workbench/explain/law_book.h"

#include "model/law/predefined_values.h"
#include "model/rules/step.h"
#include "workbench/settle/disagreement.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace moot {
namespace {

namespace fs = std::filesystem;

std::vector<ReadingFile> read_all_readings(const std::string& directory) {
  std::vector<ReadingFile> readings;
  for (const auto& name : reading_names(directory)) readings.push_back(read_reading_file(name, directory));
  std::stable_partition(readings.begin(), readings.end(),
                        [](const ReadingFile& each) { return library_described(each.reading.name).empty(); });
  return readings;
}

} // namespace

std::vector<KnownCase> read_known_cases(const std::string& spec) {
  const auto folder = fs::path(spec) / "litmus";
  std::vector<KnownCase> cases;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".litmus")
      cases.push_back(
          {entry.path().lexically_relative(folder).generic_string(), parse_case_file(entry.path().string())});
  std::ranges::sort(cases, {}, &KnownCase::name);
  return cases;
}

LawBook read_law_book(const std::string& spec) {
  return {read_clauses(spec + "/clauses"), read_all_readings(spec + "/readings"), read_known_cases(spec)};
}

std::vector<std::string> clauses_shown(const Program& program) {
  auto clauses = program.shows;
  for (const auto& expectation : program.expectations)
    for (const auto& result : expectation.results)
      if (result.type == Expected::Type::erroneous) clauses.push_back(result.clause);
  std::ranges::sort(clauses);
  const auto twice = std::unique(clauses.begin(), clauses.end());
  clauses.erase(twice, clauses.end());
  return clauses;
}

bool has_call_of(const Program& program, Procedure procedure) {
  const auto in = [&](const Block& block) {
    return std::ranges::any_of(block, [&](const Statement& each) {
      return each.type == Statement::Type::call && each.procedure == procedure;
    });
  };
  return in(program.main) || std::ranges::any_of(program.callbacks, in, &CallbackDefinition::body);
}

namespace {

// A template may make several sentences of one.
void add_once(std::vector<const Sentence*>& sentences, const Sentence* one) {
  if (std::ranges::find(sentences, one->place(), &Sentence::place) == sentences.end()) sentences.push_back(one);
}

} // namespace

Resting resting_on(std::string_view clause) {
  const auto rank = [&](const Sentence* sentence) { // of the clause, among those of the sentence
    const auto is_meant = [&](Clause each) { return each != Clause::none && id(each) == clause; };
    return std::ranges::find_if(sentence->clauses.all, is_meant) - sentence->clauses.all.begin();
  };
  const auto only_asks = [](const Sentence* sentence) {
    return sentence->says.ends_with("?") || sentence->says.ends_with("not said");
  };
  const auto is_bound = [](const Sentence* sentence) { // of a number that MPI attaches: a detail
    return std::ranges::any_of(predefined_values(), [&](const Sentence& it) { return &it == sentence; });
  };
  Resting resting;
  for (const auto* sentence : all_sentences()) {
    if (rank(sentence) == static_cast<std::ptrdiff_t>(Clauses::most)) continue;
    add_once(resting.sentences, sentence);
    const auto procedures = procedures_with(*sentence);
    resting.kernel = resting.kernel || procedures.empty();
    resting.rules.insert(resting.rules.end(), procedures.begin(), procedures.end());
  }
  std::ranges::stable_sort(resting.sentences, {}, [&](const Sentence* it) {
    return std::tuple(only_names(*it) && it != &call_succeeds, only_asks(it), is_bound(it), is_a_label(*it), rank(it));
  });
  std::ranges::sort(resting.rules);
  resting.rules.erase(std::unique(resting.rules.begin(), resting.rules.end()), resting.rules.end());
  return resting;
}

std::vector<const Sentence*> sentences_that_ask(Question question) {
  std::vector<const Sentence*> found;
  for (const auto* sentence : all_sentences())
    if (sentence->clauses.ask(question)) add_once(found, sentence);
  return found;
}

std::vector<std::string> places_of(const std::vector<const Sentence*>& sentences) {
  std::vector<std::string> places;
  for (const auto* sentence : sentences)
    if (auto place = to_text(sentence->place()); std::ranges::find(places, place) == places.end())
      places.push_back(std::move(place));
  return places;
}

std::string place_of_rule(Procedure procedure) { return to_text(rules::rule_of(procedure).place); }

std::vector<const Sentence*> steps_of(Procedure procedure) {
  const auto steps = rules::rule_of(procedure).steps;
  return {steps.begin(), steps.end()};
}

} // namespace moot
