// The answers to what the letter leaves open. Each question's first answer is the default: what MPICH's own QMPI does, where it does not crash.
#pragma once

#include <string>
#include <vector>

namespace moot::tools {

struct Answers {
  bool tool_twice_is_once = false;
  bool last_is_outermost = false;
  enum class Calls { FromTop, FromBelow, NotAtAll } calls_of_tools = Calls::FromTop;
  bool unknown_tool_is_ignored = false;
  enum class Second { Ignored, Replaces, Error } second_registration = Second::Ignored;
  bool late_registration_is_error = false;
  bool before_init_untouched = false;
};

struct Question {
  const char* name;
  std::vector<const char*> answers;
  void (*take)(Answers& answers, std::size_t answer);
};
const std::vector<Question>& questions();

// Of MOOT_QMPI_ANSWERS: "question=answer,question=answer". What is unknown ends the process.
Answers answers_in(const std::string& text);

// Parts between commas; none of the text is empty.
std::vector<std::string> parts_of(const std::string& text);

} // namespace moot::tools
