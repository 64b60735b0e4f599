// The clause test: the parts of the law fit together. Rules rest on clauses that exist, clauses have a rule or a case,
// readings answer every question, and every answer of a question has a case that shows it. A failure lists what is amiss.
#include "model/law/sentences.h"
#include "model/rules/diagnosis.h"
#include "model/vocabulary/program.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/clause_file.h"
#include "spec/language/law/reading_file.h"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <map>
#include <set>

namespace moot {
namespace {

using Names = std::set<std::string>;
using testing::IsEmpty;

// The law as the working directory has it.
class LawTest : public testing::Test {
protected:
  static const std::vector<ClauseText>& clauses() {
    static const auto clauses = read_clauses("spec/clauses");
    return clauses;
  }
  static const Names& clause_ids() {
    static const Names ids = [] {
      Names names;
      for (const auto& clause : clauses()) names.insert(clause.id);
      return names;
    }();
    return ids;
  }
  static const std::map<std::string, ReadingFile>& readings() {
    static const auto readings = [] {
      std::map<std::string, ReadingFile> files;
      for (const auto& name : reading_names("spec/readings")) files[name] = read_reading_file(name, "spec/readings");
      return files;
    }();
    return readings;
  }
  static const std::map<std::string, Program>& cases() { // by file
    static const auto cases = [] {
      std::map<std::string, Program> programs;
      for (const auto& entry : std::filesystem::recursive_directory_iterator("spec/litmus"))
        if (entry.path().extension() == ".litmus")
          programs[entry.path().string()] = parse_case_file(entry.path().string());
      return programs;
    }();
    return cases;
  }
};

void add_unknown(Names& amiss, const Names& known, const std::string& name, const std::string& where) {
  if (!known.contains(name)) amiss.insert(where + ": " + name);
}

// ---- clauses and rules

// That our code carries out: by the place where it does.
std::map<std::string, Names> carried_out() {
  std::map<std::string, Names> found;
  for (const auto* sentence : all_sentences())
    for (const auto clause : sentence->clauses.all)
      if (clause != Clause::none) found[std::string(id(clause))].insert(to_text(sentence->place()));
  return found;
}

TEST_F(LawTest, EveryProcedureHasARule) {
  for (int i = 0; i < procedure_count; ++i)
    EXPECT_FALSE(clauses_of(static_cast<Procedure>(i)).empty()) << signature(static_cast<Procedure>(i)).name;
}

// And each is carried out by a step of a rule, a field of a phase, or one of the few sentences beside them.
TEST_F(LawTest, EveryBindingClauseIsCarriedOut) {
  const auto found = carried_out();
  Names amiss;
  for (const auto& clause : clauses())
    if (!clause.informative && clause.due.empty() && !found.contains(clause.id)) amiss.insert(clause.id);
  for (const auto& [id, places] : found)
    if (!clause_ids().contains(id)) amiss.insert(id + ": of no file in spec/clauses");
  EXPECT_THAT(amiss, IsEmpty());
}

TEST_F(LawTest, EveryClauseOfTheModelHasAText) {
  Names amiss;
  for (int i = 1; i < clause_count; ++i) // 0: none
    add_unknown(amiss, clause_ids(), std::string(id(static_cast<Clause>(i))), "model/vocabulary/clause.h");
  EXPECT_THAT(amiss, IsEmpty());
}

TEST_F(LawTest, TheModelDiagnosesWhatTheClausesSay) {
  std::map<std::string, std::pair<std::string, std::string>> told;
  for (const auto& clause : clauses())
    if (!clause.diagnosed.empty()) told[clause.id] = {clause.diagnosed, clause.diagnosed_by};
  std::map<std::string, std::pair<std::string, std::string>> known;
  for (const auto& diagnosis : diagnoses())
    for (const auto fault : diagnosis.faults)
      known[std::string(id(fault))] = {std::string(name(diagnosis.error)), std::string(id(diagnosis.clause()))};
  EXPECT_EQ(known, told);
  EXPECT_FALSE(told.empty());
}

TEST_F(LawTest, EveryBindingClauseHasACase) {
  Names shown;
  for (const auto& [file, program] : cases()) {
    shown.insert(program.shows.begin(), program.shows.end());
    for (const auto& expectation : program.expectations)
      for (const auto& result : expectation.results) shown.insert(result.clause);
  }
  Names amiss;
  for (const auto& clause : clauses())
    if (!clause.informative && clause.due.empty()) add_unknown(amiss, shown, clause.id, "no case shows it");
  EXPECT_THAT(amiss, IsEmpty());
}

// ---- readings and questions

TEST_F(LawTest, EveryAnswerOfAReadingRestsOnAClause) {
  Names amiss;
  for (const auto& [name, file] : readings())
    for (int i = 0; i < question_count; ++i) {
      if (!file.reading.about.has(text(static_cast<Question>(i)).area)) continue;
      const auto& [clause, reason] = file.grounds.at(static_cast<std::size_t>(i));
      const auto where = name + ", " + std::string(text(static_cast<Question>(i)).id);
      add_unknown(amiss, clause_ids(), clause, where);
      if (reason.empty()) amiss.insert(where + ": no reason");
    }
  EXPECT_THAT(amiss, IsEmpty());
  EXPECT_GE(readings().size(), 3);
}

TEST_F(LawTest, AStrictReadingLeavesNothingOpen) {
  for (const auto* name : {"ticket304-strict", "ticket304-queued", "openmpi-4.1.4", "mpich-4.0.2"})
    for (int i = 0; i < question_count; ++i) {
      const auto& reading = readings().at(name).reading;
      const auto& question = text(static_cast<Question>(i));
      EXPECT_TRUE(!reading.about.has(question.area) || reading[static_cast<Question>(i)] != open_answer)
          << name << " leaves open " << question.id;
    }
}

// The answers that an expectation changes besides that to a question; and that one. Nothing if it is open there.
using Answer = std::pair<std::vector<std::pair<std::string, std::string>>, std::string>;
std::optional<Answer> answer_in(const Expectation& expectation, Question question, const Reading& reading) {
  auto others = expectation.answers;
  const auto own = std::ranges::find(others, text(question).id, &std::pair<std::string, std::string>::first);
  if (own != others.end()) {
    const auto answer = own->second;
    others.erase(own);
    return Answer{others, answer};
  }
  if (reading[question] == open_answer) return std::nullopt;
  return Answer{others, std::string(text(question).answers[reading[question]])};
}

bool differ(const std::vector<Expected>& a, const std::vector<Expected>& b) {
  return !std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

// The answers to `question` that `program` tells from another answer, all else being as in `reading`.
Names answers_shown(const Program& program, Question question, const Reading& reading) {
  std::map<Answer, const std::vector<Expected>*> results;
  for (const auto& expectation : program.expectations)
    if (expectation.reading == reading.name)
      if (const auto answer = answer_in(expectation, question, reading)) results[*answer] = &expectation.results;
  Names shown;
  for (const auto& [answer, these] : results)
    for (const auto& [other, those] : results)
      if (answer.first == other.first && differ(*these, *those)) shown.insert(answer.second);
  return shown;
}

TEST_F(LawTest, EveryAnswerToAQuestionIsShownByACase) {
  Names amiss;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    if (!text(question).due.empty()) continue;
    const auto area = text(question).area;
    const auto* name = area == Area::attributes ? "openmpi-4.1.4"
                       : area == Area::tools    ? "qmpi-2020"
                                                : "ticket304-strict";
    const auto& strict = readings().at(name).reading;
    const std::string id(text(question).id);
    Names shown;
    for (const auto& [file, program] : cases())
      if (std::ranges::count(program.questions, id) != 0) shown.merge(answers_shown(program, question, strict));
    for (const auto answer : text(question).answers) add_unknown(amiss, shown, std::string(answer), id);
  }
  EXPECT_THAT(amiss, IsEmpty());
}

// ---- what cases name

TEST_F(LawTest, CasesNameWhatExists) {
  Names amiss;
  Names sources;
  for (const auto& clause : clauses()) sources.insert(clause.source);
  for (const auto& [file, program] : cases()) {
    add_unknown(amiss, sources, program.source, file + ", source");
    for (const auto& clause : program.shows) add_unknown(amiss, clause_ids(), clause, file + ", shows");
    for (const auto& question : program.questions)
      if (!question_named(question)) amiss.insert(file + ", question: " + question);
    for (const auto& expectation : program.expectations) {
      const auto reading = readings().find(expectation.reading);
      if (reading == readings().end()) {
        amiss.insert(file + ", expect: " + expectation.reading);
        continue;
      }
      for (const auto& [question, answer] : expectation.answers) {
        auto changed = reading->second.reading;
        EXPECT_NO_THROW(override_answer(changed, question + "=" + answer)) << file;
      }
      for (const auto& result : expectation.results)
        if (result.type == Expected::Type::erroneous) add_unknown(amiss, clause_ids(), result.clause, file);
    }
  }
  EXPECT_THAT(amiss, IsEmpty());
}

TEST_F(LawTest, EveryCaseExpectsSomething) {
  Names amiss;
  for (const auto& [file, program] : cases())
    if (program.expectations.empty()) amiss.insert(file);
  EXPECT_THAT(amiss, IsEmpty());
  EXPECT_GE(cases().size(), 40);
}

} // namespace
} // namespace moot
