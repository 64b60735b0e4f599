// Which MPI library this is.
#pragma once

#include <string>

namespace moot::executor {

struct Library {
  std::string name;    // "Open MPI"
  std::string version; // "4.1.4"
};

// From the text of MPI_Get_library_version: "Open MPI v4.1.4, package: ...", "MPICH Version:\t4.0.2\n...". Its first word
// with a digit is the version; what stands before, without "version", is the name.
Library parse_library(const std::string& text);

// Works before MPI_Init.
Library this_library();

} // namespace moot::executor
