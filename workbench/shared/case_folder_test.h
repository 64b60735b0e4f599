// For tests of engines: a folder of cases, and two cases whose outcomes a reader can tell.
#pragma once

#include "mpi_backend/temporary_folder.h"

#include <fstream>
#include <string>

namespace moot {

class CaseFolder {
public:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string add(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

private:
  TemporaryFolder folder_;
};

// Each of two free callbacks looks at the other one's value, in either order. by-order: the first to run sees the other value, the
// second sees none, so that there are two outcomes. present: both see both. absent: neither sees anything.
inline constexpr auto two_peeks = R"(litmus "two peeks" source ticket304 lines 129-165
callback peek_b { MPIX_Value_get(b, handle) -> seen_b }
callback peek_a { MPIX_Value_get(a, handle) -> seen_a }
MPIX_Key_create(free: peek_b) -> a
MPIX_Key_create(free: peek_a) -> b
MPI_Comm_dup(MPI_COMM_SELF) -> c
MPIX_Value_set(a, c, 1)
MPIX_Value_set(b, c, 2)
MPI_Comm_free(c)
observe seen_a, seen_b
)";

// No answer to any question matters: an attribute that is set is there.
inline constexpr auto set_and_get = R"(litmus "set and get" source mpi line 1
MPI_Comm_create_keyval() -> k
MPI_Comm_dup(MPI_COMM_SELF) -> c
MPI_Comm_set_attr(c, k, 5)
MPI_Comm_get_attr(c, k) -> seen
observe seen
)";

} // namespace moot
