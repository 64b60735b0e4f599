// moot completion: what a shell sources. (What that asks, main.cpp answers.)
#include "cli/completion.h"
#include "cli/verbs.h"

#include <fmt/format.h>

#include <filesystem>

namespace moot {
namespace {

struct CompletionOptions {
  std::string shell;
};

int run(const CompletionOptions& options) {
  fmt::print("{}", completion_script(options.shell, std::filesystem::read_symlink("/proc/self/exe")));
  return exit_allowed;
}

} // namespace

void add_completion(Command& command) {
  auto [verb, options] =
      add_verb<CompletionOptions>(command, "completion", "Print what a shell sources to complete this command", run);
  verb->add_option("shell", options.shell, "Which shell")->type_name("bash|zsh")->required();
}

} // namespace moot
