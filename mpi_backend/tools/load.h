// The tools that the environment lists, and how they are loaded.
#pragma once

#include "mpi_backend/tools/answers.h"

#include <string>
#include <vector>

namespace moot::tools {

struct Listed {
  std::string name;
  std::string path;          // "" if it is registered without being loaded
  bool in_namespace = false; // loaded into a linker namespace of its own
};

// Of MOOT_QMPI_TOOLS: "NAME,NAME=PATH,NAME=namespace:PATH". What can't be read ends the process.
std::vector<Listed> listed_in(const std::string& text);

// The tool registers itself: in its constructor, or in MPIX_QMPI_Begin, which is handed the functions. (It stays loaded.) What can't be loaded ends
// the process.
void load(const Listed& it);

} // namespace moot::tools
