// A sentence of the law: the clause that it is from, what it says in our words, and where in our code it is carried out.
//
// Three kinds of sentence are the law: a step of a procedure's rule (model/rules/step.h); a field of a phase, callback or column
// (model/phases/row.h); and what the kernel does whichever call it is in (each stands above its function, and in a list at the end of
// its file: model/law/sentences.h). All are constants. Lists of clauses are never written: they are what the sentences name.
#pragma once

#include "model/vocabulary/clause.h"
#include "model/vocabulary/question.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace moot {

// A line of our sources, as the compiler was given it.
struct Place {
  std::string_view file;
  unsigned line = 0;
  bool operator==(const Place&) const = default;
};

// What a sentence is by: one clause or a few, the questions that it asks where these leave something open, and where that is said.
// The first clause is the one that a verdict names.
struct Clauses {
  static constexpr std::size_t most = 6;
  std::array<Clause, most> all{};
  Place place;
  std::array<std::optional<Question>, most> questions{};

  // by(Clause::free_mutate).asks<MutateInFree>(): the answer types of the questions that its function asks.
  template <typename... Answers> constexpr Clauses asks() const { return {all, place, {question_of<Answers>...}}; }
  constexpr bool ask(Question question) const { return std::ranges::find(questions, question) != questions.end(); }
};
// (Functions: their call is where the compiler notes the line.)
constexpr Clauses by(const std::array<Clause, Clauses::most>& clauses, const char* file = __builtin_FILE(),
                     unsigned line = __builtin_LINE()) {
  return {clauses, {file, line}};
}
constexpr Clauses by(Clause clause, const char* file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
  return {{clause}, {file, line}};
}

struct Sentence {
  Clauses clauses;
  std::string_view says;

  constexpr Sentence(Clauses from, std::string_view words) : clauses(from), says(words) {}
  constexpr Clause clause() const { return clauses.all[0]; }
  constexpr const Place& place() const { return clauses.place; }
};

// A sentence with the function that carries it out.
template <typename Does> struct Act : Sentence {
  Does* carry_out;
  constexpr Act(Clauses from, std::string_view words, Does* does) : Sentence(from, words), carry_out(does) {}
};

// Does it with each element of a constant list, as long as that returns true. (The compiler sees them all: it is one function.)
template <const auto& list, typename Does> void each_of(const Does& does) {
  [&]<std::size_t... place>(std::index_sequence<place...>) { static_cast<void>((does(std::get<place>(list)) && ...)); }
  (std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(list)>>>());
}

// For tests: which sentences decided something in a run (they changed the state), which questions each asked, and one that is to be
// left out. Whoever makes a machine may give it one; it is not safe for threads.
struct Audit {
  std::set<const Sentence*> decided;
  Place left_out{};                                     // (a template may make several sentences of one)
  std::set<std::pair<const Sentence*, Question>> asked; // null: no sentence was at work
  const Sentence* at_work = nullptr;                    // the innermost

  bool leaves_out(const Sentence& sentence) const { return sentence.place() == left_out; }
};

// As long as it lives, the sentence is at work.
class AtWork {
public:
  AtWork(Audit& audit, const Sentence& sentence) : audit_(audit), outer_(std::exchange(audit.at_work, &sentence)) {}
  ~AtWork() { audit_.at_work = outer_; }
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;

private:
  Audit& audit_;
  const Sentence* outer_;
};

} // namespace moot
