// All that spec/ says: clauses, readings and cases, and what rests on what. (What questions say: model/vocabulary/question.h.)
#pragma once

#include "model/law/sentences.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/clause_file.h"
#include "spec/language/law/reading_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace moot {

struct KnownCase {
  std::string name; // its path below spec/litmus: "ticket304/copy-order.litmus"; of others the path that was given
  Program program;
};

struct LawBook {
  std::vector<ClauseText> clauses;   // by id
  std::vector<ReadingFile> readings; // by name; those that describe a library are the last
  std::vector<KnownCase> cases;      // by name
};

// Of a spec folder. Throws what the readers of its files throw.
LawBook read_law_book(const std::string& spec);
std::vector<KnownCase> read_known_cases(const std::string& spec);

// The clauses that a case shows: those that it names, and those that it expects to be broken. Sorted.
std::vector<std::string> clauses_shown(const Program& program);
bool has_call_of(const Program& program, Procedure procedure);

// What carries out a clause: sentences, the weightiest first (those that do what it says before those that only ask, and those that are
// about it before those that name it, too); and the procedures that have one of them as a step. Of a sentence that a template makes
// several times, one.
struct Resting {
  std::vector<const Sentence*> sentences;
  std::vector<Procedure> rules;
  bool kernel = false; // one is no step of a rule: a field of a phase, ...
};
Resting resting_on(std::string_view clause);
// The sentences that ask a question.
std::vector<const Sentence*> sentences_that_ask(Question question);
// "FILE:LINE" of each.
std::vector<std::string> places_of(const std::vector<const Sentence*>& sentences);
// "FILE:LINE" of the procedure in the table of rules; and its rule, from top to bottom.
std::string place_of_rule(Procedure procedure);
std::vector<const Sentence*> steps_of(Procedure procedure);

} // namespace moot
