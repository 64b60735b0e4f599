// moot(1), the manual page, from what `--help` says.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace moot {

// In roff, with the macros of man(7).
std::string manual_page(const CLI::App& app, const std::string& version);

} // namespace moot
