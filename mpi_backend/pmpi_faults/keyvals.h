// What is going on in the wrapped library: functions of keyvals behave by it.
#pragma once

#include <mpi.h>

namespace moot::pmpi_faults {

struct Circumstances {
  bool freeing = false;  // in MPI_Comm_free
  bool deleting = false; // in MPI_Comm_delete_attr
};
Circumstances& circumstances();

} // namespace moot::pmpi_faults
