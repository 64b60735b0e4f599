#include "mpi_backend/own_stamp.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace moot {
namespace {

namespace fs = std::filesystem;

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

// A file with another time is another one, even with an older one: packages keep the times of their builds.
std::string line_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return path + " is not there\n";
  std::error_code none;
  return fmt::format("{} is {}, {} bytes, {}\n", path, fs::canonical(path, none).string(), status.st_size,
                     nanoseconds(status.st_mtim));
}

// Where the shell would find it, or "".
std::string in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (auto file = fmt::format("{}/{}", folder, program); access(file.c_str(), X_OK) == 0) return file;
  return "";
}

// Data of the command, which no executor reads.
bool is_data(const fs::path& folder) {
  constexpr std::array names{"litmus", "clauses", "readings", "scopes"};
  return std::ranges::find(names, folder.filename().string()) != names.end();
}

std::string sources_in(const std::string& source) {
  std::size_t count = 0;
  std::int64_t newest = 0;
  const auto add = [&](const fs::path& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) return;
    ++count;
    newest = std::max(newest, nanoseconds(status.st_mtim));
  };
  std::error_code none;
  add(source + "/CMakeLists.txt");
  for (const char* const part : {"cmake", "model", "traces", "spec", "mpi_backend"})
    for (fs::recursive_directory_iterator it(source + "/" + part, none), end; it != end; it.increment(none)) {
      if (it->is_directory(none) && is_data(it->path())) it.disable_recursion_pending();
      if (it->is_regular_file(none)) add(it->path());
    }
  return fmt::format("{} sources, the newest {}\n", count, newest);
}

} // namespace

OwnStamp own_stamp(const std::string& folder, const std::string& command, const std::string& source) {
  OwnStamp stamp{command + '\n', sources_in(source)};
  std::ifstream rests_on(folder + "/rests_on");
  for (std::string path; std::getline(rests_on, path);) stamp.library += line_of(path);
  stamp.library += line_of(in_path("gfortran"));
  return stamp;
}

} // namespace moot
