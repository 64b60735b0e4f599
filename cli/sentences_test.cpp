// Is each sentence of the law what our code does? Where a case shows a clause, one of its sentences decides; and if a sentence is left
// out, a case that shows its clause no longer meets its expectations.
//
// MOOT_SENTENCES=all: every sentence is left out in turn; else some twenty, by their places in the list.
#include "cli/expectations.h"
#include "model/rules/diagnosis.h"
#include "model/sentences.h"
#include "spec/case_parser.h"
#include "spec/clause_file.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sys/wait.h>
#include <unistd.h>

namespace moot {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using Names = std::set<std::string>;

struct Case {
  Program program;
  Names shown; // clauses
};

const std::vector<Case>& all_cases() {
  static const auto all = [] {
    std::vector<Case> cases;
    for (const auto& entry : fs::recursive_directory_iterator("spec/litmus")) {
      if (entry.path().extension() != ".litmus") continue;
      Case it{parse_case_file(entry.path().string()), {}};
      it.shown.insert(it.program.shows.begin(), it.program.shows.end());
      for (const auto& expectation : it.program.expectations)
        for (const auto& result : expectation.results) it.shown.insert(result.clause);
      cases.push_back(std::move(it));
    }
    std::ranges::sort(cases, {}, [](const Case& it) { return it.program.main.size(); });
    return cases;
  }();
  return all;
}

bool shows(const Case& it, const Sentence& sentence) {
  return std::ranges::any_of(sentence.clauses.all, [&](Clause clause) {
    return clause != Clause::none && it.shown.contains(std::string(id(clause)));
  });
}

ExpectationsChecked check(const Case& it, Audit& audit) {
  ExploreLimits limits;
  limits.states = 20'000; // without a sentence, a program may go on for ever
  limits.depth = 100;
  return check_expectations(
      it.program, "spec/readings", [&] { return limits; }, &audit);
}

std::string words(const Sentence& sentence) {
  return to_text(sentence.place()) + " " + std::string(id(sentence.clause())) + ": " + std::string(sentence.says);
}

// ---- deciding

TEST(Sentences, OfEachBindingClauseDecideInACaseThatShowsIt) {
  Names decided;
  for (const auto& it : all_cases()) {
    Audit audit;
    check(it, audit);
    for (const auto* sentence : audit.decided)
      for (const auto clause : sentence->clauses.all)
        if (clause != Clause::none && it.shown.contains(std::string(id(clause))))
          decided.insert(std::string(id(clause)));
  }
  // A diagnosis decides nothing in a run: it judges what a library returns (traces/check_attributes_test.cpp).
  for (const auto& diagnosis : diagnoses()) decided.insert(std::string(id(diagnosis.clause())));
  Names amiss;
  for (const auto& clause : read_clauses("spec/clauses"))
    if (!clause.informative && clause.due.empty() && !decided.contains(clause.id)) amiss.insert(clause.id);
  EXPECT_THAT(amiss, IsEmpty());
}

// ---- asking

// What the sentence says that it asks is what its function asks, in some case.
TEST(Sentences, SayWhichQuestionsTheyAsk) {
  Names unsaid;
  Names asked;
  const auto pair = [](const Sentence& sentence, Question question) {
    return std::string(text(question).id) + " " + words(sentence);
  };
  for (const auto& it : all_cases()) {
    Audit audit;
    check(it, audit);
    for (const auto& [sentence, question] : audit.asked) {
      if (sentence == nullptr)
        unsaid.insert(std::string(text(question).id) + ", by no sentence");
      else if (sentence->clauses.ask(question))
        asked.insert(pair(*sentence, question));
      else
        unsaid.insert(pair(*sentence, question));
    }
  }
  EXPECT_THAT(unsaid, IsEmpty());
  Names unasked;
  for (const auto* sentence : all_sentences())
    for (const auto& question : sentence->clauses.questions)
      if (question && !asked.contains(pair(*sentence, *question))) unasked.insert(pair(*sentence, *question));
  EXPECT_THAT(unasked, IsEmpty());
}

// ---- leaving out

// In a process of its own: a law without a sentence may do anything.
bool is_missed(const Sentence& sentence) {
  const auto child = fork();
  if (child == 0) {
    alarm(60);
    const auto notices = [&](const Case& it) {
      if (!shows(it, sentence)) return false;
      Audit audit;
      audit.left_out = sentence.place();
      try {
        const auto found = check(it, audit);
        return !found.missed.empty() || !found.undecided.empty();
      } catch (const std::exception&) {
        return true;
      }
    };
    _exit(std::ranges::any_of(all_cases(), notices) ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

TEST(Sentences, AreMissedWhenTheyAreLeftOut) {
  const auto all = all_sentences();
  const auto* wanted = std::getenv("MOOT_SENTENCES"); // NOLINT(concurrency-mt-unsafe): nobody sets it meanwhile
  const std::size_t step = wanted != nullptr && std::string(wanted) == "all" ? 1 : all.size() / 20;
  Names unmissed;
  for (std::size_t i = 0; i < all.size(); i += step)
    if (!only_names(*all[i]) && !is_missed(*all[i])) unmissed.insert(words(*all[i]));
  for (const auto& each : unmissed) ADD_FAILURE() << each;
}

} // namespace
} // namespace moot
