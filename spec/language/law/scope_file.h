// Scopes from their TOML files (docs/survey.md). Errors are one clear line that names the file.
#pragma once

#include "model/search/survey/scope.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

class ScopeError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `name`: of a scope in `directory` (spec/scopes), or a path (with a `/` or `.toml`). Throws ScopeError: can't be read, not
// TOML, an unknown table, member, procedure or kind, a value of the wrong type, a number out of range, or what
// `require_sensible` says.
Scope read_scope(const std::string& name, const std::string& directory);

// The names of the scopes in a directory, sorted.
std::vector<std::string> scope_names(const std::string& directory);

// From text. For tests and fuzzing.
Scope parse_scope(std::string_view text, const std::string& file);

// Throws ScopeError if the client has room for nothing, or for more than the numbers below; has more at the start than room;
// may call nothing, or is to call what it never can.
void require_sensible(const Scope& scope, const std::string& file);
inline constexpr unsigned most_slots = 24; // handles, or keys
inline constexpr unsigned most_values = 100;

} // namespace moot
