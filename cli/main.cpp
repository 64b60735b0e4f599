// The command `moot`: reads the command line and hands over to a verb.
#include "cli/command_line.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/manual.h"
#include "cli/verbs.h"
#include "spec/language/nearest.h"
#include "workbench/shared/usage_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace moot {
namespace {

int flushed(int code) {
  if (std::fflush(stdout) != 0) throw UsageError(fmt::format("standard output: {}", std::strerror(errno)));
  return code;
}

int print(const std::string& text) {
  fmt::print("{}", text);
  return flushed(exit_allowed);
}

void add_verbs(Command& command) {
  command.app.footer(footer(""));
  command.app.add_flag("--version")->description("Print the version and exit");
  command.app.add_flag("--man")->description("Print the manual page, in roff, and exit");
  command.app.require_subcommand(1);
  for (auto* const add :
       {add_settle, add_explore, add_compare, add_export, add_run, add_random, add_record, add_replay, add_reduce,
        add_check, add_show, add_diff, add_survey, add_distinguish, add_campaign, add_explain, add_completion})
    add(command);
}

// CLI11 would only say that some subcommand is missing.
void require_verb(const CLI::App& app, std::string_view word) {
  std::vector<std::string> names; // they outlive the views
  for (const auto* each : app.get_subcommands({})) names.push_back(each->get_name());
  const std::vector<std::string_view> verbs(names.begin(), names.end());
  if (word == "-h" || word == "--help" || std::ranges::find(verbs, word) != verbs.end()) return;
  throw UsageError(fmt::format("{}{}\nVerbs: {}. Run with --help for more information.",
                               word.empty() ? "a verb is missing" : fmt::format("there is no verb '{}'", word),
                               did_you_mean(word, verbs), fmt::join(verbs, ", ")));
}

int run(const std::vector<std::string>& given) {
  Command command;
  add_verbs(command);
  const auto words = with_help_as_option(given);
  const auto first = words.empty() ? "" : words.front();
  if (first == "version" || first == "--version") return print(fmt::format("moot {}\n", MOOT_VERSION));
  if (first == "--man") return print(manual_page(command.app, MOOT_VERSION));
  if (first == "completion" && words.size() > 1 && words[1] == "words") // what the script of `completion` asks
    return print(completions(command.app, command.folders.spec, {words.begin() + 2, words.end()}));
  require_verb(command.app, first);
  try {
    command.app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return command.app.exit(error); // help
    throw UsageError(
        fmt::format("{}{}\nRun with --help for more information.", error.what(), suggested_option(command.app, words)));
  }
  return flushed(command.chosen());
}

} // namespace
} // namespace moot

int main(int argc, char** argv) {
  try {
    return moot::run({argv + 1, argv + argc});
  } catch (const std::exception& error) { // all of ours say what, where and what to do
    fmt::print(stderr, "moot: {}\n", error.what());
    return moot::exit_usage;
  }
}
