#include "spec/language/law/reading_file.h"

#include "spec/language/case_message.h"
#include "spec/language/law/toml_text.h"
#include "spec/language/nearest.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace moot {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t longest_chain = 32; // of `extends`
constexpr std::uint8_t missing = 0xfe;    // no answer yet

std::vector<std::string> all_questions() {
  std::vector<std::string> ids;
  ids.reserve(question_count);
  for (int i = 0; i < question_count; ++i) ids.emplace_back(text(static_cast<Question>(i)).id);
  return ids;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
  return did_you_mean(word, std::vector<std::string_view>(names.begin(), names.end()));
}

Question question_or_throw(std::string_view id) {
  if (const auto question = question_named(id)) return *question;
  throw ReadingError(fmt::format("there is no question {}{}", in_quotes(id), suggestion(id, all_questions())));
}

std::uint8_t answer_or_throw(Question question, std::string_view answer) {
  if (answer == "open") return open_answer;
  if (const auto index = answer_named(question, answer)) return *index;
  std::string answers;
  for (const auto name : text(question).answers) answers += fmt::format("{}, ", name);
  throw ReadingError(
      fmt::format("{} is no answer to '{}'; its answers are {}open", in_quotes(answer), text(question).id, answers));
}

Areas areas_named(std::string_view word, const std::string& file) {
  constexpr std::array<std::string_view, 4> words{"ticket304", "attributes", "tools", "all"};
  if (word == "all") return {true, true, true};
  if (word == "tools") return {.tools = true};
  if (word == "ticket304") return {.ticket304 = true};
  if (word == "attributes") return {.attributes = true};
  throw ReadingError(fmt::format("{}: about: {} is neither ticket304 nor attributes nor tools nor all{}", file,
                                 in_quotes(word), did_you_mean(word, words)));
}

// The answers of one file, over those of what it extends.
void apply(ReadingFile& reading, const toml::table& table, const std::string& file) {
  if (const auto name = toml_word<ReadingError>(table, "name", file)) reading.reading.name = *name;
  if (const auto title = toml_word<ReadingError>(table, "title", file)) reading.title = *title;
  if (const auto about = toml_word<ReadingError>(table, "about", file))
    reading.reading.about = areas_named(*about, file);
  const auto* answers = table["answers"].as_table();
  if (answers == nullptr) throw ReadingError(fmt::format("{}: no table [answers]", file));
  for (const auto& [key, node] : *answers) {
    try {
      const auto question = question_or_throw(key.str());
      const auto* entry = node.as_table();
      const auto answer = entry != nullptr ? (*entry)["answer"].value<std::string>() : node.value<std::string>();
      if (!answer) throw ReadingError(fmt::format("{} has no answer", in_quotes(key.str())));
      reading.reading[question] = answer_or_throw(question, *answer);
      if (entry == nullptr) continue;
      reading.grounds.at(static_cast<std::size_t>(question)) = {(*entry)["clause"].value_or(std::string{}),
                                                                (*entry)["reason"].value_or(std::string{})};
    } catch (const ReadingError& error) {
      throw ReadingError(fmt::format("{}:{}: {}", file, node.source().begin.line, error.what()));
    }
  }
}

// Questions of areas that it is not about are open.
void require_complete(ReadingFile& reading, const std::string& file) {
  for (int i = 0; i < question_count; ++i) {
    auto& answer = reading.reading[static_cast<Question>(i)];
    if (answer != missing) continue;
    if (reading.reading.about.has(text(static_cast<Question>(i)).area))
      throw ReadingError(fmt::format("{}: no answer to '{}' (an answer, or \"open\", is needed for each question)",
                                     file, text(static_cast<Question>(i)).id));
    answer = open_answer;
  }
}

ReadingFile empty_reading(const std::string& file) {
  ReadingFile reading;
  reading.reading.name = fs::path(file).stem().string();
  reading.reading.answers.fill(missing);
  reading.reading.about = {.ticket304 = true};
  return reading;
}

bool is_path(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(".toml"); }

// A file, or a reading's name in one of these folders.
fs::path locate(const std::string& name, const fs::path& beside, const fs::path& directory) {
  if (is_path(name)) return fs::path(name).is_absolute() ? fs::path(name) : beside / name;
  std::error_code error;
  for (const auto& folder : {beside, directory})
    if (auto path = folder / (name + ".toml"); fs::exists(path, error)) return path;
  throw ReadingError(fmt::format("there is no reading {} in {}{}", in_quotes(name), directory.string(),
                                 suggestion(name, reading_names(directory.string()))));
}

// What the reading in `path` extends.
fs::path located(const std::string& base, const fs::path& path, const fs::path& directory) {
  try {
    return locate(base, path.parent_path(), directory);
  } catch (const ReadingError& error) {
    throw ReadingError(fmt::format("{}: extends: {}", path.string(), error.what()));
  }
}

ReadingFile load(const fs::path& path, const fs::path& directory, std::vector<fs::path>& chain) {
  const auto canonical = fs::weakly_canonical(path);
  if (std::ranges::find(chain, canonical) != chain.end())
    throw ReadingError(fmt::format("{}: extends itself, by way of {}", path.string(), chain.back().string()));
  if (chain.size() == longest_chain)
    throw ReadingError(fmt::format("{}: more than {} readings extend one another", path.string(), longest_chain));
  chain.push_back(canonical);
  const auto table = parse_toml<ReadingError>(read_toml<ReadingError>(path, "reading"), path.string());
  auto reading = empty_reading(path.string());
  if (const auto base = toml_word<ReadingError>(table, "extends", path.string())) {
    reading = load(located(*base, path, directory), directory, chain);
    reading.reading.name = path.stem().string();
  }
  apply(reading, table, path.string());
  return reading;
}

} // namespace

ReadingFile read_reading_file(const std::string& name, const std::string& directory) {
  std::vector<fs::path> chain;
  const auto path = is_path(name) ? fs::path(name) : locate(name, directory, directory);
  auto reading = load(path, directory, chain);
  require_complete(reading, path.string());
  return reading;
}

ReadingFile parse_reading(std::string_view toml, const std::string& file) {
  const auto table = parse_toml<ReadingError>(toml, file);
  if (table.contains("extends")) throw ReadingError(fmt::format("{}: extends another reading", file));
  auto reading = empty_reading(file);
  apply(reading, table, file);
  require_complete(reading, file);
  return reading;
}

std::vector<std::string> reading_names(const std::string& directory) { return toml_names(directory); }

void override_answer(Reading& reading, std::string_view assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos)
    throw ReadingError(fmt::format("'{}' is not of the form QUESTION=ANSWER", assignment));
  const auto question = question_or_throw(assignment.substr(0, equals));
  reading[question] = answer_or_throw(question, assignment.substr(equals + 1));
}

std::string pinned_answers(const Reading& reading, Area area) {
  std::string list;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    const auto& about = text(question);
    const bool is_asked =
        area == Area::tools ? about.area == area : about.area != Area::attributes && about.area != Area::tools;
    if (reading[question] == open_answer || !about.due.empty() || !is_asked) continue;
    list += fmt::format("{}{}={}", list.empty() ? "" : ",", about.id, about.answers[reading[question]]);
  }
  return list;
}

} // namespace moot
