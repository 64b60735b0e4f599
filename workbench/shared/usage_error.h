// Input that is wrong.
#pragma once

#include <stdexcept>

namespace moot {

// Bad usage or unreadable input: one clear message, which names the file or what was asked for. The command ends with it.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace moot
