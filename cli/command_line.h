// What is asked for around the verbs, and what was meant.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace moot {

// `help` and `help VERB` as options.
std::vector<std::string> with_help_as_option(std::vector<std::string> words);

// "; did you mean '--report'?" for the first option among the words that the verb does not have, or "".
std::string suggested_option(const CLI::App& app, const std::vector<std::string>& words);

// The program of this name that a shell would run, or the name itself: for names without a '/'.
std::string found_in_path(const std::string& name);

} // namespace moot
