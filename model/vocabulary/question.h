// The questions that the law leaves open, each with its closed list of answers (docs/readings.md says what each means).
//
// A rule asks for the answer to one question by its type: `law.ask<MutateInFree>()`. The first enumerator is answer 0. The build makes
// enum class Question, these types and question_of of spec/questions.toml.
#pragma once

#include "generated/questions.h"
#include "model/vocabulary/procedure.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace moot {

// The area of a question is that of the programs that it concerns.
struct QuestionText {
  std::string_view id;                       // "other-key-in-free"
  std::span<const std::string_view> answers; // "by-order", "present", "absent"
  std::string_view due{};                    // what it waits for ("requests", ...); "": the model asks it today
  Area area = Area::ticket304;
  std::string_view asks; // "While free callbacks of a handle run, does a get of another key find its value?"
  std::span<const std::string_view> says; // each answer, in a sentence: "Until that key's own free callback has run."
};

const QuestionText& text(Question question);
inline std::uint8_t answer_count(Question question) { return static_cast<std::uint8_t>(text(question).answers.size()); }
std::optional<Question> question_named(std::string_view id);
std::optional<std::uint8_t> answer_named(Question question, std::string_view answer);

} // namespace moot
