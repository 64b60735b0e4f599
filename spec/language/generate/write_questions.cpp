// Questions, and a type for the answers to each.
#include "spec/language/generate/write.h"

#include <fmt/format.h>

namespace moot::generate {
namespace {

constexpr std::string_view data = "spec/questions.toml";

std::string strings(std::string_view name, const std::vector<std::string>& items) {
  return list_of(fmt::format("constexpr std::array<std::string_view, {}> {}{{", items.size(), name), items, "};\n");
}

std::string arrays(const Question& question) {
  std::vector<std::string> ids;
  std::vector<std::string> says;
  for (const auto& answer : question.answers) {
    ids.push_back(quoted(answer.id));
    says.push_back(quoted(answer.says));
  }
  return "\n" + strings(question.enumerator, ids) + strings(question.enumerator + "_says", says);
}

std::string row(const Question& question) {
  std::vector<std::string> members{".id = " + quoted(question.id), ".answers = " + question.enumerator};
  if (!question.due.empty()) members.push_back(".due = " + quoted(question.due));
  members.push_back(".area = Area::" + question.area);
  members.push_back(".asks = " + quoted(question.asks));
  members.push_back(fmt::format(".says = {}_says", question.enumerator));
  return list_of("    {", members, "},\n");
}

} // namespace

std::string questions_header(const std::vector<Question>& questions) {
  auto text = made_from(data) + "#pragma once\n\n#include <cstdint>\n\nnamespace moot {\n\n" +
              "enum class Question : std::uint8_t {\n";
  for (const auto& question : questions) text += fmt::format("  {},\n", question.enumerator);
  text += fmt::format("}};\ninline constexpr int question_count = {};\n", questions.size());
  for (const auto& question : questions) {
    std::vector<std::string> enumerators;
    for (const auto& answer : question.answers) enumerators.push_back(answer.enumerator);
    text += "\n// " + question.asks +
            list_of(fmt::format("\nenum class {} : std::uint8_t {{ ", question.type), enumerators, " };\n");
  }
  text +=
      "\n// The question that an answer type belongs to. It has no default: asking by another type does not compile.\n"
      "template <typename Answer>\ninline constexpr Question question_of = [] {\n"
      "  static_assert(sizeof(Answer) == 0, \"this type is the answer to no question\");\n"
      "  return Question{};\n}();\n";
  for (const auto& question : questions)
    text += fmt::format("template <> inline constexpr Question question_of<{}> = Question::{};\n", question.type,
                        question.enumerator);
  return text + "\n} // namespace moot\n";
}

std::string questions_source(const std::vector<Question>& questions) {
  auto text = made_from(data) + "#include \"model/vocabulary/question.h\"\n\n#include <array>\n\n" +
              "namespace moot {\nnamespace {\n";
  for (const auto& question : questions) text += arrays(question);
  text += "\nconstexpr std::array<QuestionText, question_count> questions{{\n";
  for (const auto& question : questions) text += row(question);
  return text + "}};\n\n} // namespace\n\nconst QuestionText& text(Question question) { return "
                "questions.at(static_cast<std::size_t>(question)); }\n\n} // namespace moot\n";
}

} // namespace moot::generate
