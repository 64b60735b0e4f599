// Completion in a shell: what may come next on the command line, told by its own options.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace moot {

// What a shell sources so that it asks the program `command`. Throws UsageError for a shell that is not known.
std::string completion_script(const std::string& shell, const std::string& command);

// What may stand for the last of these words, a line each. They are what follows `moot`, as bash splits it: "--reading=t" is three.
// Which values an option takes, the name of its type says: READING, SCOPE, QUESTION=ANSWER, ID, CALL,... or words with '|'
// between them. Of others, files for one, nothing is told.
std::string completions(const CLI::App& app, const std::string& spec, const std::vector<std::string>& words);

} // namespace moot
