// Where the command finds what it reads and starts, and keeps what it builds.
#pragma once

#include <string>

namespace moot {

struct Folders {
  std::string spec;      // readings/, clauses/, ...: MOOT_SPEC; or share/moot beside bin/, or the sources
  std::string executors; // MOOT_EXECUTORS; or lib/moot beside bin/, or the build tree
  std::string own;       // for executors of --on PATH/mpicc: MOOT_OWN; or the build tree, or the user's cache
};

// Installed, the command goes by its own place alone, wherever that was moved.
Folders folders();

} // namespace moot
