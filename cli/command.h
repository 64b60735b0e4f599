// What the verbs have in common: how each comes into the command, and how it ends.
#pragma once

#include "cli/folders.h"
#include "model/search/explore.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace moot {

enum ExitCode : int {
  exit_allowed = 0,
  exit_forbidden = 1,
  exit_usage = 2,
  exit_erroneous = 3,
  exit_unspecified = 4,
  exit_cut_short = 5, // stopped, or at a limit, before it was done; or not modelled
};
int exit_code(Verdict verdict);

// The command, to which verbs are added.
struct Command {
  CLI::App app{"Moot: what MPI's law on handles, keys and callbacks allows, and what MPI libraries do.", "moot"};
  Folders folders = moot::folders();
  std::function<int()> chosen{}; // the verb of the command line, once that is parsed: it returns the exit code
};

// A verb, and where its options go.
template <typename Options> struct Verb {
  CLI::App* app;
  Options& options; // lives as long as the command
};

CLI::App* add_verb(Command& command, const std::string& name, const std::string& what, std::function<int()> run);

template <typename Options>
Verb<Options> add_verb(Command& command, const std::string& name, const std::string& what, int (*run)(const Options&)) {
  const auto options = std::make_shared<Options>();
  return {add_verb(command, name, what, [options, run] { return run(*options); }), *options};
}

// ---- what verbs say beside their results, on standard error

void say(const std::string& line); // "moot: LINE"
void say(const std::vector<std::string>& lines);
// That the user stopped it; the exit code.
int stopped(std::size_t done, std::size_t cases);

} // namespace moot
