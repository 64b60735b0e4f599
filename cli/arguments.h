// Numbers on the command line, read as they are written: what is none, or too large, is told.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <limits>

namespace moot {

// A whole number up to `most`. (CLI11 would read a text of digits that is too long as the largest number, and speak of
// floating-point ranges.)
CLI::Validator whole_number(std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

// "500M" becomes a number of bytes. (CLI11's own takes "-1" for nearly all there is.)
CLI::Validator memory_size();

} // namespace moot
