// What the questions ask and what their answers say, in sentences, from TOML files (spec/questions): a table each, `asks` and
// its answers.
#pragma once

#include "model/vocabulary/question.h"

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

class QuestionError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct QuestionSentences {
  std::string asks;
  std::vector<std::string> answers; // in the order of its answers
};
using AllSentences = std::array<QuestionSentences, question_count>; // in the order of Question; "": none

// All files of a directory. Throws QuestionError: can't be read, not TOML, no such question or answer, no text.
AllSentences read_questions(const std::string& directory);

// Adds those of one file.
void parse_questions(std::string_view toml, const std::string& file, AllSentences& sentences);

} // namespace moot
