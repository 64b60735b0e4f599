#include "cli/command.h"

#include "cli/help.h"

#include <fmt/format.h>

namespace moot {

int exit_code(Verdict verdict) {
  switch (verdict) {
  case Verdict::allowed: return exit_allowed;
  case Verdict::forbidden: return exit_forbidden;
  case Verdict::erroneous: return exit_erroneous;
  case Verdict::unspecified: return exit_unspecified;
  }
  return exit_usage;
}

CLI::App* add_verb(Command& command, const std::string& name, const std::string& what, std::function<int()> run) {
  auto* verb = command.app.add_subcommand(name, what);
  verb->footer(footer(name));
  verb->callback([&command, run = std::move(run)] { command.chosen = run; });
  return verb;
}

void say(const std::string& line) { fmt::print(stderr, "moot: {}\n", line); }

void say(const std::vector<std::string>& lines) {
  for (const auto& line : lines) say(line);
}

int stopped(std::size_t done, std::size_t cases) {
  say(fmt::format("stopped after {} of {} cases", done, cases));
  return exit_cut_short;
}

} // namespace moot
