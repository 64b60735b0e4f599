#include "mpi_backend/tools/answers.h"

#include "mpi_backend/tools/say.h"

#include <algorithm>
#include <string_view>

namespace moot::tools {
namespace {

std::string joined(const std::vector<const char*>& words) {
  std::string text;
  for (const char* word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

const Question& question_named(const std::string& name) {
  const auto found = std::ranges::find(questions(), std::string_view(name), &Question::name);
  if (found != questions().end()) return *found;
  std::vector<const char*> names;
  for (const auto& question : questions()) names.push_back(question.name);
  refuse("MOOT_QMPI_ANSWERS: no question is called '%s'; there are %s", name.c_str(), joined(names).c_str());
}

std::size_t answer_named(const Question& question, const std::string& name) {
  const auto found = std::ranges::find(question.answers, std::string_view(name));
  if (found == question.answers.end())
    refuse("MOOT_QMPI_ANSWERS: %s has no answer '%s'; it has %s", question.name, name.c_str(),
           joined(question.answers).c_str());
  return static_cast<std::size_t>(found - question.answers.begin());
}

} // namespace

const std::vector<Question>& questions() {
  static const std::vector<Question> all{
      {"tool-twice", {"each-place", "once"}, [](Answers& it, std::size_t at) { it.tool_twice_is_once = at == 1; }},
      {"stack-order",
       {"first-outermost", "last-outermost"},
       [](Answers& it, std::size_t at) { it.last_is_outermost = at == 1; }},
      {"calls-of-tools",
       {"from-top", "from-below", "not-at-all"},
       [](Answers& it, std::size_t at) { it.calls_of_tools = static_cast<Answers::Calls>(at); }},
      {"unknown-tool",
       {"refused", "ignored"},
       [](Answers& it, std::size_t at) { it.unknown_tool_is_ignored = at == 1; }},
      {"second-registration",
       {"ignored", "replaces", "error"},
       [](Answers& it, std::size_t at) { it.second_registration = static_cast<Answers::Second>(at); }},
      {"late-registration",
       {"ignored", "error"},
       [](Answers& it, std::size_t at) { it.late_registration_is_error = at == 1; }},
      {"before-init",
       {"tools-ready", "untouched"},
       [](Answers& it, std::size_t at) { it.before_init_untouched = at == 1; }},
  };
  return all;
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Answers answers_in(const std::string& text) {
  Answers answers;
  for (const auto& part : parts_of(text)) {
    const auto equals = part.find('=');
    if (equals == std::string::npos) refuse("MOOT_QMPI_ANSWERS: '%s' is not question=answer", part.c_str());
    const auto& question = question_named(part.substr(0, equals));
    question.take(answers, answer_named(question, part.substr(equals + 1)));
  }
  return answers;
}

} // namespace moot::tools
