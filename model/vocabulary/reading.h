// A reading: to each question an answer, or open. Files of readings are loaded by spec/language/law/reading_file.h.
#pragma once

#include "model/vocabulary/program.h"
#include "model/vocabulary/question.h"

#include <array>
#include <optional>
#include <string>

namespace moot {

inline constexpr std::uint8_t open_answer = 0xff;

struct Reading {
  std::string name;
  std::array<std::uint8_t, question_count> answers{}; // an answer's index, or open_answer
  Areas about{true, true, true};                      // whose questions it answers; others are open

  std::uint8_t& operator[](Question question) { return answers.at(static_cast<std::size_t>(question)); }
  std::uint8_t operator[](Question question) const { return answers.at(static_cast<std::size_t>(question)); }
};

// A reading in which every question is open.
inline Reading all_open(std::string name) {
  Reading reading{std::move(name), {}, {true, true}};
  reading.answers.fill(open_answer);
  return reading;
}

} // namespace moot
