// What `--help` says after the options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace moot {

// The examples of one verb, or of all (""); and what its exit code says.
std::string footer(std::string_view verb);
std::vector<std::string_view> examples_of(std::string_view verb); // lines
std::string_view exit_codes_of(std::string_view verb);

} // namespace moot
