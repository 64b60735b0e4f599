// What the executors for an own build of an MPI library (own_build.h) were built of.
#pragma once

#include <string>

namespace moot {

// Equal texts: nothing has changed.
struct OwnStamp {
  std::string library; // the wrapper, its library, its header; the compilers
  std::string sources; // Moot's
};

// Of now. `folder` is where they are built: CMake left a list of what they rest on there (own.cmake), if it ever ran. `command`
// configures it.
OwnStamp own_stamp(const std::string& folder, const std::string& command, const std::string& source);

} // namespace moot
