// The executors for a build of an MPI library that Moot's own build knows nothing of: a maintainer's. They are built at the first use, and
// kept.
#pragma once

#include "mpi_backend/runner.h"

#include <functional>

namespace moot {

// There are none; what() says why, and where the log is.
class OwnBuildError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a build has to say.
struct BuildNews {
  std::function<void(const std::string&)> say;  // "building the executors for ..."
  std::function<void(const std::string&)> step; // how far it is, "[3/80]"; in the end ""
};

// The library whose compiler wrapper (mpicc) is at `wrapper`: through the layer and native, in C alone where gfortran or mpifort is
// missing. Its executors are in a folder of their own below `kept`, a CMake tree; they are built anew when wrapper, library or Moot's
// sources have changed. While another process builds them, this one waits. Throws OwnBuildError.
std::vector<LibraryInfo> own_library(const std::string& wrapper, const std::string& kept, const BuildNews& news);

} // namespace moot
