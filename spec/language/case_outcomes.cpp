#include "spec/language/case_outcomes.h"

#include "spec/language/case_checks.h"

#include <fmt/format.h>
#include <set>
#include <tuple>

namespace moot {
namespace {

class Outcomes : CaseChecks {
public:
  explicit Outcomes(const Program& program)
      : program_(program), variable_names_(program.variables.begin(), program.variables.end()) {}

  void check() {
    observed();
    expectations();
  }

private:
  void observed() {
    if (program_.observed.size() > CaseLimits::observed)
      wrong(fmt::format("more than {} observed variables", CaseLimits::observed));
    std::set<std::int32_t> once;
    for (const std::int32_t variable : program_.observed) {
      require(variable >= 0 && static_cast<std::size_t>(variable) < program_.variables.size(),
              "an observed variable's index is out of range");
      if (!once.insert(variable).second)
        wrong(in_quotes(program_.variables[static_cast<std::size_t>(variable)]) + " is observed twice");
    }
  }

  void seen(const Seen& seen) const {
    if (seen.type == Seen::Type::word)
      require(variable_names_.contains(seen.word) || constant_named(seen.word) || error_class_named(seen.word) ||
                  seen.word == address_word || seen.word == undefined_word,
              "an expected value is neither a variable nor a constant");
    require((seen.type == Seen::Type::word || seen.word.empty()) &&
                (seen.type == Seen::Type::integer || seen.number == 0),
            "an expected value has fields of another type of value");
  }

  void result(const Expected& expected) const {
    const bool outcome = expected.type == Expected::Type::outcome;
    const bool erroneous = expected.type == Expected::Type::erroneous;
    require(expected.observed.size() == (outcome ? program_.observed.size() : 0),
            "an expected outcome must have a place for each observed variable");
    require(outcome || !expected.unspecified, "only an outcome can be unspecified");
    require(erroneous || expected.clause.empty(), "only 'erroneous' names a clause");
    require(erroneous || !expected.diagnosed, "only what is erroneous can be diagnosed");
    if (expected.diagnosed == ErrorClass::success) wrong("MPI_SUCCESS diagnoses nothing");
    if (erroneous) require_id(expected.clause);
    for (const auto& value : expected.observed)
      if (value) seen(*value);
  }

  void expectations() {
    using Answers = std::vector<std::pair<std::string, std::string>>;
    std::set<std::tuple<std::string_view, std::int32_t, std::int32_t, Answers>> once;
    std::size_t results = 0;
    for (const Expectation& expectation : program_.expectations) {
      position_ = expectation.position;
      require_id(expectation.reading);
      std::set<std::string_view> questions;
      for (const auto& [question, answer] : expectation.answers) {
        require_id(question);
        require(is_answer(answer), "what follows 'with QUESTION =' is no answer");
        if (!questions.insert(question).second) wrong("two answers to " + in_quotes(question));
      }
      const auto [rank, size] = expectation.process;
      require(rank >= 0 && rank < size && size <= static_cast<int>(CaseLimits::processes), "there is no such rank");
      if (!once.insert({expectation.reading, rank, size, expectation.answers}).second)
        wrong("there are two 'expect' for " + in_quotes(expectation.reading) +
              (!expectation.answers.empty() ? " with the same answer" : ""));
      require(!expectation.results.empty(), "an 'expect' has no result");
      results += expectation.results.size();
      if (results > CaseLimits::results) wrong(fmt::format("more than {} results in one case", CaseLimits::results));
      for (const Expected& expected : expectation.results) result(expected);
    }
  }

  const Program& program_;
  std::set<std::string_view> variable_names_;
};

} // namespace

void check_outcomes(const Program& program) { Outcomes(program).check(); }

} // namespace moot
