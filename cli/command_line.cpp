#include "cli/command_line.h"

#include "spec/language/nearest.h"

#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace moot {

std::vector<std::string> with_help_as_option(std::vector<std::string> words) {
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.resize(words.empty() ? 0 : 1);
  words.emplace_back("--help");
  return words;
}

std::string suggested_option(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  const auto named = app.get_subcommands([&](const CLI::App* it) { return it->get_name() == words.front(); });
  if (named.empty()) return "";
  const auto* verb = named.front();
  std::vector<std::string> names;
  for (const auto* option : verb->get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  for (const auto& word : words) {
    const auto name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || name == "--" || verb->get_option_no_throw(name) != nullptr) continue;
    return did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end()));
  }
  return "";
}

std::string found_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  if (path == nullptr || name.empty() || name.find('/') != std::string::npos) return name;
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (folder.empty()) continue;
    folder.append("/").append(name);
    if (access(folder.c_str(), X_OK) == 0) return folder;
  }
  return name;
}

} // namespace moot
