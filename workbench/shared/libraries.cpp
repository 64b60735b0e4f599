#include "workbench/shared/libraries.h"

#include "mpi_backend/own_build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unistd.h>

namespace moot {
namespace {

std::vector<LibraryInfo> build_own(const LibraryChoice& choice) {
  const BuildNews news{[](const std::string& text) { fmt::print(stderr, "moot: {}\n", text); },
                       [](const std::string& text) {
                         if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\x1b[K{}", text);
                       }};
  try {
    return own_library(choice.on, choice.own, news);
  } catch (const OwnBuildError& error) {
    throw UsageError(error.what());
  }
}

// Through `through`; "": through anything.
std::vector<LibraryInfo> matching(const LibraryChoice& choice, std::string_view through, const std::string& also) {
  const bool is_path = choice.on.find('/') != std::string::npos;
  auto libraries = is_path ? build_own(choice) : installed_libraries(choice.executors);
  if (!through.empty()) std::erase_if(libraries, [&](const LibraryInfo& each) { return each.through != through; });
  if (is_path && libraries.empty()) // (an own build has no stack of tools)
    throw UsageError(
        fmt::format("--on {}: programs with tools run on openmpi and mpich, not on a build of your own", choice.on));
  if (is_path || choice.on.empty()) return libraries;
  std::vector<std::string> known;
  if (!also.empty()) known.push_back(also);
  for (const auto& each : libraries)
    if (std::ranges::find(known, each.id) == known.end()) known.push_back(each.id);
  if (std::ranges::find(known, choice.on) == known.end())
    throw UsageError(
        fmt::format("--on {}: no such library here; there are: {} (./moot builds for those of Open MPI and "
                    "MPICH whose packages, libopenmpi-dev and libmpich-dev, are installed), or your own "
                    "build of one, PATH/mpicc with a '/'",
                    choice.on, known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
  std::erase_if(libraries, [&](const LibraryInfo& each) { return each.id != choice.on; });
  return libraries;
}

} // namespace

std::vector<LibraryInfo> libraries_on(const LibraryChoice& choice) { return matching(choice, "", ""); }

LibraryInfo library_on(const LibraryChoice& choice, std::string_view through, const std::string& also) {
  return matching(choice, through, also).front();
}

} // namespace moot
