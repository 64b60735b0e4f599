// One text of a case for tests in every binding.
#pragma once

#include <string>

namespace moot {

// The text with `binding` wherever it says BINDING.
inline std::string in_binding(std::string text, const std::string& binding) {
  for (auto at = text.find("BINDING"); at != std::string::npos; at = text.find("BINDING")) text.replace(at, 7, binding);
  return text;
}

} // namespace moot
