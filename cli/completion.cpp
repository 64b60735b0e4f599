#include "cli/completion.h"

#include "programs/random_run.h"
#include "spec/language/law/clause_file.h"
#include "spec/language/law/reading_file.h"
#include "spec/language/law/scope_file.h"
#include "workbench/shared/usage_error.h"

#include <fmt/format.h>

#include <sstream>

namespace moot {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view script = R"(# Completes moot: source <(moot completion SHELL)
_moot() {{
  local word
  COMPREPLY=()
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <({} completion words "${{COMP_WORDS[@]:1:$COMP_CWORD}}" 2>/dev/null)
  if [[ ${{COMPREPLY[*]}} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}}
complete -o default -F _moot moot
)";

// ---- values

// "QUESTION=" of all; "QUESTION=ANSWER" once a question was given.
Words answers(bool of_question) {
  Words result;
  for (int i = 0; i < question_count; ++i) {
    const auto& asked = text(static_cast<Question>(i));
    const auto begin = std::string(asked.id) + "=";
    if (of_question)
      for (const auto answer : asked.answers) result.push_back(begin + std::string(answer));
    result.push_back(of_question ? begin + "open" : begin);
  }
  return result;
}

// What `moot explain` knows by name. (A case is a file.)
Words ids(const std::string& spec) {
  auto result = reading_names(spec + "/readings");
  for (const auto& each : read_clauses(spec + "/clauses")) result.push_back(each.id);
  for (int i = 0; i < question_count; ++i) result.emplace_back(text(static_cast<Question>(i)).id);
  for (int i = 0; i < procedure_count; ++i) result.emplace_back(signature(static_cast<Procedure>(i)).name);
  return result;
}

// The values of an option, or of what stands without one.
Words values(const CLI::Option& option, const std::string& begun, const std::string& spec) {
  const auto type = option.get_type_name();
  if (type == "READING") return reading_names(spec + "/readings");
  if (type == "SCOPE") return scope_names(spec + "/scopes");
  if (type == "QUESTION=ANSWER") return answers(begun.find('=') != std::string::npos);
  if (type == "ID") return ids(spec);
  Words result;
  if (type == "CALL,...") {
    const auto before = begun.substr(0, begun.rfind(',') + 1);
    for (const auto each : random_procedures) result.push_back(before + std::string(signature(each).name));
  }
  std::istringstream alternatives(type.find('|') == std::string::npos ? "" : type);
  for (std::string word; std::getline(alternatives, word, '|');) result.push_back(word);
  return result;
}

// ---- the command line

Words verbs(const CLI::App& app) {
  Words result;
  for (const auto* verb : app.get_subcommands({})) result.push_back(verb->get_name());
  return result;
}

Words option_names(const CLI::App& app) {
  Words result;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) result.push_back("--" + name);
    for (const auto& name : option->get_snames()) result.push_back("-" + name);
  }
  return result;
}

// All that may stand after these words, of which there is at least a verb; `word` is what is there of it.
Words after_verb(const CLI::App& app, const Words& before, const std::string& word, const std::string& spec) {
  if (before.front() == "help") return before.size() == 1 ? verbs(app) : Words();
  const auto named = app.get_subcommands([&](const CLI::App* it) { return it->get_name() == before.front(); });
  if (named.empty()) return {};
  const auto* verb = named.front();
  const auto equals = word.starts_with("--") ? word.find('=') : std::string::npos;
  if (equals != std::string::npos) {
    Words result;
    if (const auto* option = verb->get_option_no_throw(word.substr(0, equals)))
      for (const auto& each : values(*option, word.substr(equals + 1), spec))
        result.push_back(word.substr(0, equals + 1) + each);
    return result;
  }
  const auto* last = before.back().starts_with("-") ? verb->get_option_no_throw(before.back()) : nullptr;
  if (last != nullptr && last->get_items_expected_max() > 0) return values(*last, word, spec);
  if (word.starts_with("-")) return option_names(*verb);
  for (const auto* option : verb->get_options())
    if (option->get_positional()) return values(*option, word, spec);
  return {};
}

Words after(const CLI::App& app, const Words& before, const std::string& word, const std::string& spec) {
  if (!before.empty()) return after_verb(app, before, word, spec);
  auto result = word.starts_with("-") ? option_names(app) : verbs(app);
  if (!word.starts_with("-")) result.insert(result.end(), {"help", "version"});
  return result;
}

// Does bash split a word there?
bool is_break(const std::string& word) { return !word.empty() && word.find_first_not_of("=:") == std::string::npos; }

} // namespace

std::string completion_script(const std::string& shell, const std::string& command) {
  if (shell != "bash" && shell != "zsh")
    throw UsageError(fmt::format("completion: there is none for '{}', only for bash and zsh", shell));
  std::string quoted = "'";
  for (const char c : command) quoted += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
  const auto text = fmt::format(script, quoted + "'");
  return shell == "bash" ? text : "autoload -U +X bashcompinit && bashcompinit\n" + text;
}

std::string completions(const CLI::App& app, const std::string& spec, const std::vector<std::string>& words) {
  if (words.empty()) return {};
  Words joined;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && (is_break(words[i]) || is_break(words[i - 1])))
      joined.back() += words[i];
    else
      joined.push_back(words[i]);
  }
  const auto word = joined.back();
  joined.pop_back();
  const auto known_part = word.size() - (is_break(words.back()) ? 0 : words.back().size()); // bash leaves it in place
  std::string result;
  for (const auto& each : after(app, joined, word, spec))
    if (each.starts_with(word)) result += each.substr(known_part) + "\n";
  return result;
}

} // namespace moot
