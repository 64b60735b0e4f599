// What `--help` says behind the options.
#pragma once

#include <string>
#include <string_view>

namespace moot {

// The examples of one verb, or of all (""); and what its exit code says.
std::string footer(std::string_view verb);

} // namespace moot
