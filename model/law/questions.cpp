#include "model/law/questions.h"

namespace moot {

std::uint8_t Questions::answer(Question question) {
  if (audit_of_test != nullptr) [[unlikely]]
    audit_of_test->asked.emplace(audit_of_test->at_work, question);
  const auto fixed = reading_[question];
  if (fixed != open_answer) return fixed;
  const auto chosen = answers_.at(static_cast<std::size_t>(question));
  if (chosen != 0) return static_cast<std::uint8_t>(chosen - 1);
  if (!undecided_) undecided_.question = question;
  return 0;
}

} // namespace moot
