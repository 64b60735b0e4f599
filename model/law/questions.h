// Questions that a rule asks, and their answers: the reading's, or the one that the state has chosen.
//
// Whoever asks an open question that is not answered yet gets the first answer, and what is done is void: whoever began it
// (Machine, the checker) tries again under each answer.
#pragma once

#include "model/law/sentence.h"
#include "model/law/state.h"
#include "model/vocabulary/reading.h"

#include <optional>

namespace moot {

// What a step needs before it can be taken: the answer to an open question, or which of so many ways it goes where the law
// leaves that to MPI. Neither: it was taken.
struct Undecided {
  std::optional<Question> question;
  std::uint32_t ways = 0;
  bool waits = false; // (or it can't be taken now: there is no way)
  explicit operator bool() const { return question || ways > 0 || waits; }
  std::uint32_t count() const { return question ? answer_count(*question) : ways; }
};

// One of `ways` (at least two) ways, for a step that may go each: as the state was told beforehand (State::picks), or 0, and
// the step is void.
inline std::uint32_t pick(State& state, std::uint32_t ways, Undecided& undecided) {
  if (!state.picks.empty()) {
    const auto picked = state.picks.front();
    state.picks.remove(0);
    return picked;
  }
  if (!undecided) undecided.ways = ways;
  return 0;
}

// What a reading answers, and a state has chosen where it does not.
class Questions {
public:
  Questions(const State& state, const Reading& reading, Audit* audited = nullptr)
      : audit_of_test(audited), answers_(state.answers), reading_(reading) {}

  Audit* const audit_of_test; // or null

  template <typename Answer> Answer ask() { return static_cast<Answer>(answer(question_of<Answer>)); }
  // What the reading itself says: an answer, or open_answer.
  std::uint8_t fixed(Question question) const { return reading_[question]; }
  // The first open question, or pick, that was asked and that the state has no answer to.
  const Undecided& undecided() const { return undecided_; }

  // Whether a sentence says that something holds. Under an audit: unless it is left out, and then it does not.
  template <typename Test> bool holds(const Sentence& sentence, const Test& test) {
    if (audit_of_test == nullptr) [[likely]]
      return test();
    if (audit_of_test->leaves_out(sentence)) return false;
    const AtWork at_work(*audit_of_test, sentence);
    const bool held = test();
    if (held) audit_of_test->decided.insert(&sentence);
    return held;
  }

private:
  std::uint8_t answer(Question question);

  const std::array<std::uint8_t, question_count>& answers_; // of the state
  const Reading& reading_;

protected:
  Undecided undecided_;
};

// Could this be the answer in a state: the reading's or the chosen one, or not chosen yet?
template <typename Answer> bool may_be(const Reading& reading, const State& state, Answer answer) {
  const auto question = question_of<Answer>;
  const auto chosen = state.answers.at(static_cast<std::size_t>(question));
  if (reading[question] != open_answer) return reading[question] == static_cast<std::uint8_t>(answer);
  return chosen == 0 || chosen == static_cast<std::uint8_t>(answer) + 1;
}

} // namespace moot
