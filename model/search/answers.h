// Sets of answers to open questions: under which of them does something happen?
#pragma once

#include "model/law/machine.h"

#include <string>
#include <vector>

namespace moot {

// The answers that one run used; the other open questions did not matter to it. Sorted by question.
using AnswerSet = std::vector<std::pair<Question, std::uint8_t>>;

AnswerSet answers_of(const State& state);
inline bool has_answers(const State& state) { return state.answers != decltype(state.answers){}; }

// Are the smaller one's answers among those of the larger one?
bool includes(const AnswerSet& larger, const AnswerSet& smaller);

// Is every way to answer the open questions covered by one of the sets? (The empty set covers all.)
bool cover_everything(const std::vector<AnswerSet>& sets);

// Adds `set` unless one of `sets` is weaker or equal; drops those that `set` is weaker than.
void add_minimal(std::vector<AnswerSet>& sets, AnswerSet set);

// The same answers in fewer, shorter sets: a question that makes no difference is left out.
void simplify(std::vector<AnswerSet>& sets);

// "other-key-in-free = by-order, copy-order = any"; "" for the empty set.
std::string to_text(const AnswerSet& set);

} // namespace moot
