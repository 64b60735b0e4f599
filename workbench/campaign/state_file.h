// What a campaign knows so far, in a file: JSON, written beside and renamed.
#pragma once

#include "workbench/campaign/campaign.h"
#include "workbench/shared/usage_error.h"

#include <optional>
#include <string>

namespace moot::campaign {

// What makes two campaigns the same but for the number of programs.
struct Identity {
  std::string library; // "Open MPI 4.1.4"
  std::string reading; // its name, and the answers of the command line
  std::uint64_t seed = 0;
  std::size_t calls_at_most = 0;
  bool operator==(const Identity&) const = default;
};

void write_state(const std::string& path, const Identity& identity, const Findings& findings);

// Nothing: there is no such file. Throws UsageError where it can't be read, is no state, or another campaign's.
std::optional<Findings> read_state(const std::string& path, const Identity& identity);

} // namespace moot::campaign
