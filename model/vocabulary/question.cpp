#include "model/vocabulary/question.h"

#include <algorithm>

namespace moot {

std::optional<Question> question_named(std::string_view id) {
  for (int i = 0; i < question_count; ++i)
    if (text(static_cast<Question>(i)).id == id) return static_cast<Question>(i);
  return std::nullopt;
}

std::optional<std::uint8_t> answer_named(Question question, std::string_view answer) {
  const auto answers = text(question).answers;
  const auto found = std::ranges::find(answers, answer);
  if (found == answers.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - answers.begin());
}

} // namespace moot
