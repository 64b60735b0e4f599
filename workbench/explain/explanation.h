// What there is to know of one thing in spec/, for people.
#pragma once

#include "workbench/explain/law_book.h"

namespace moot {

std::string explanation(const LawBook& book, const ClauseText& clause);
std::string explanation(const LawBook& book, Question question);
std::string explanation(const LawBook& book, const ReadingFile& file);
std::string explanation(const LawBook& book, Procedure procedure);
std::string explanation(const LawBook& book, const KnownCase& it);

// ---- what explanations have in common

// "ticket304, line 161"
std::string place_of(const ClauseText& clause);
// An indented line: the id, and as much of what is told of it as there is room for.
std::string entry(std::string_view id, std::string_view told);
// The id and place of each, and its text; of an id that no clause has the id alone.
std::string quotations(const LawBook& book, const std::vector<std::string>& clauses);

// Readings that give the same answer to a question, for the same reason.
struct SharedAnswer {
  std::vector<std::string> readings;
  std::string answer; // or "open"
  ReadingAnswer ground;
};
std::vector<SharedAnswer> answers_to(const LawBook& book, Question question);
// "ticket304-queued, ticket304-strict: erroneous (t304.free.mutate)", and the reason below.
std::string to_text(const SharedAnswer& shared, std::size_t indent);

// A heading with a number, and a line for each: name and title. Of very many the shortest programs. "": there is none.
std::string list_of_cases(const std::string& heading, std::vector<const KnownCase*> cases);

// "model/rules/value.cpp:112 the value, an MPI_Aint, is set on (key, handle)"
std::string line_of_code(const Sentence& sentence);
// Of a question with QuestionText::due.
std::string not_asked_yet(Question question);

// As a case writes it: "MPIX_Value_set(key, handle, value, [type:])".
std::string call_of(Procedure procedure);

// "Ticket 304", "today's attributes", or both.
std::string_view words_for(Area area);

} // namespace moot
