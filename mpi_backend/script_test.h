// Programs of a few lines for tests to start.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace moot {

// A script of /bin/sh, from its second line on; returns `path`.
inline std::string write_script(const std::string& path, const std::string& commands) {
  std::ofstream(path, std::ios::binary) << "#!/bin/sh\n" << commands;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

} // namespace moot
