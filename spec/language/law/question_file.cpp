#include "spec/language/law/question_file.h"

#include "spec/language/law/toml_text.h"

namespace moot {
namespace {

void read_answers(const toml::table& table, Question question, const std::string& file, QuestionSentences& sentences) {
  for (const auto& [key, node] : table) {
    const auto answer = answer_named(question, key.str());
    if (!answer && key != "asks")
      throw QuestionError(fmt::format("{}:{}: '{}' is no answer to '{}'", file, node.source().begin.line,
                                      one_line(key.str()), text(question).id));
    (answer ? sentences.answers.at(*answer) : sentences.asks) = *toml_word<QuestionError>(table, key.str(), file);
  }
}

} // namespace

void parse_questions(std::string_view toml, const std::string& file, AllSentences& sentences) {
  for (const auto& [key, node] : parse_toml<QuestionError>(toml, file)) {
    const auto question = question_named(key.str());
    const auto* table = node.as_table();
    if (!question || table == nullptr)
      throw QuestionError(
          fmt::format("{}:{}: there is no question '{}'", file, node.source().begin.line, one_line(key.str())));
    auto& of = sentences.at(static_cast<std::size_t>(*question));
    of.answers.resize(text(*question).answers.size());
    read_answers(*table, *question, file, of);
  }
}

AllSentences read_questions(const std::string& directory) {
  AllSentences sentences;
  for (int i = 0; i < question_count; ++i)
    sentences.at(static_cast<std::size_t>(i)).answers.resize(text(static_cast<Question>(i)).answers.size());
  if (!std::filesystem::is_directory(directory)) return sentences;
  for (const auto& name : toml_names(directory)) {
    const auto file = fmt::format("{}/{}.toml", directory, name);
    parse_questions(read_toml<QuestionError>(file, "file of questions"), file, sentences);
  }
  return sentences;
}

} // namespace moot
