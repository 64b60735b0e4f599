// spec/questions.toml
#include "spec/language/generate/words.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace moot::generate {
namespace {

constexpr std::array<std::string_view, 4> question_members{"area", "asks", "answers", "due"};
constexpr std::array<std::string_view, 2> answer_members{"says", "enumerator"};
constexpr std::size_t most_answers = 250; // an answer is a byte, and some are no answers

// "other-key-in-free": "other_key_in_free"
std::string with_underscores(std::string id) {
  std::ranges::replace(id, '-', '_');
  return id;
}

// "other-key-in-free": "OtherKeyInFree"
std::string type_name(std::string_view id) {
  std::string name;
  bool first = true;
  for (const char c : id) {
    if (c != '-') name += first ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    first = c == '-';
  }
  return name;
}

bool is_id(std::string_view id) {
  const auto fits = [](unsigned char c) { return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-'; };
  return is_name(with_underscores(std::string(id))) && std::ranges::all_of(id, fits);
}

Answer answer_of(const Entry& question, const std::string& id, const toml::node& node) {
  Answer answer{id, "", with_underscores(id)};
  if (!is_id(id))
    question.wrong(fmt::format("answer '{}': lower-case words with hyphens between them are needed", id), node);
  if (const auto* table = node.as_table()) {
    const Entry entry(fmt::format("{}, answer '{}'", question.name(), id), node, question.file());
    entry.only_has(answer_members);
    answer.says = entry.text("says");
    if (table->contains("enumerator")) answer.enumerator = entry.text("enumerator");
  } else if (const auto says = node.value_exact<std::string>()) {
    answer.says = *says;
  }
  if (!answer.says.ends_with('.'))
    question.wrong(fmt::format("answer '{}' needs a sentence that ends with '.'", id), node);
  if (!is_name(answer.enumerator) || is_keyword(answer.enumerator))
    question.wrong(fmt::format(R"('{0}' is no name in C++: answers.{1} = {{ says = "...", enumerator = "..." }})",
                               answer.enumerator, id),
                   node);
  return answer;
}

Question question_of(const Entry& entry) {
  entry.only_has(question_members);
  Question question{entry.name(), with_underscores(entry.name()), type_name(entry.name()), "", "", "", {}};
  if (!is_id(question.id) || is_keyword(question.enumerator))
    entry.wrong("the id of a question is lower-case words with hyphens between them");
  question.area = entry.word("area", areas);
  if (question.area.empty()) entry.wrong("it lacks 'area': ticket304, attributes, tools or common");
  question.asks = entry.text("asks");
  if (!question.asks.ends_with('?')) entry.wrong("'asks' needs a sentence that ends with '?'");
  question.due = entry.text("due");
  const auto* answers = entry.member("answers");
  if (answers == nullptr || !answers->is_table()) entry.wrong(R"(it lacks answers: answers.ANSWER = "A sentence.")");
  for (const auto& [id, node] : members_of(*answers->as_table())) {
    auto answer = answer_of(entry, id, *node);
    if (std::ranges::find(question.answers, answer.enumerator, &Answer::enumerator) != question.answers.end())
      entry.wrong(fmt::format("two answers are called {} in C++", answer.enumerator), *node);
    question.answers.push_back(std::move(answer));
  }
  if (question.answers.size() < 2) entry.wrong("a question needs two answers at least");
  if (question.answers.size() > most_answers) entry.wrong(fmt::format("more than {} answers", most_answers));
  return question;
}

} // namespace

std::vector<Question> parse_questions(std::string_view toml, const std::string& file) {
  std::vector<Question> questions;
  const auto table = parse_toml<DataError>(toml, file);
  for (const auto& [name, node] : members_of(table)) questions.push_back(question_of(Entry(name, *node, file)));
  if (questions.empty()) throw DataError(fmt::format("{}: no question", file));
  return questions;
}

} // namespace moot::generate
