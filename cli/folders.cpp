#include "cli/folders.h"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace moot {
namespace {

namespace fs = std::filesystem;

fs::path own_folder() {
  std::error_code error;
  const auto self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path(".") : self.parent_path();
}

std::string from_environment(const char* variable, const std::string& otherwise) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

// Where executors for own builds of MPI libraries are kept: in the build tree; in the user's cache if the tree is somebody else's.
std::string kept_folder(const fs::path& tree) {
  if (!tree.empty() && access(tree.c_str(), W_OK) == 0) return tree / "own";
  const auto home = from_environment("HOME", "/tmp") + "/.cache";
  return from_environment("XDG_CACHE_HOME", home) + "/moot";
}

} // namespace

Folders folders() {
  const auto here = own_folder();
  const auto data = (here / MOOT_WAY_TO_DATA).lexically_normal();
  std::error_code none;
  const bool installed = fs::is_directory(data / "readings", none);
  const auto tree = here.parent_path();
  const auto executors = installed ? (here / MOOT_WAY_TO_EXECUTORS).lexically_normal() : tree / "mpi_backend";
  return {from_environment("MOOT_SPEC", installed ? data.string() : MOOT_SPEC_DIR),
          from_environment("MOOT_EXECUTORS", executors),
          from_environment("MOOT_OWN", kept_folder(installed ? "" : tree))};
}

} // namespace moot
