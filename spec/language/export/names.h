// Names for an exported file: those of the case, as far as the other language lets them. Internal to the exports.
#pragma once

#include "spec/language/export/program.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

enum class Letters : std::uint8_t { differ_by_case, same_in_any_case };

struct ExportNames {
  std::vector<std::string> variables; // by index into Program::variables
  std::vector<std::string> functions; // by index into ExportedProgram::functions

  const std::string& variable(std::int64_t index) const { return variables[static_cast<std::size_t>(index)]; }
};

// No two names are the same, and none is a word of the text `taken`: a name that would be gets an underscore, or a number.
ExportNames export_names(const ExportedProgram& exported, Letters letters, std::string_view taken);

} // namespace moot
