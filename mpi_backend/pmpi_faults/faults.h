// Ten faults of an MPI library, for tests: a library with MPI's profiling interface that is loaded before the real one
// (LD_PRELOAD), and does wrong what MOOT_PMPI_FAULT says. It wraps the procedures of communicators in C.
#pragma once

namespace moot::pmpi_faults {

enum class Fault {
  none,
  order_wrong,          // MPI_Finalize deletes MPI_COMM_SELF's attributes in the order in which they were set
  callback_skipped,     // MPI_Comm_free calls no delete function
  called_twice,         // MPI_Comm_delete_attr calls the delete function twice
  value_truncated,      // MPI_Comm_set_attr stores 32 bits
  keyval_freed_eagerly, // after MPI_Comm_free_keyval its functions are not called any more
  flag_ignored,         // a copy function's flag = 0 is taken for 1
  wrong_handle,         // a delete function gets MPI_COMM_WORLD
  error_swallowed,      // MPI_Comm_delete_attr succeeds though the delete function failed
  split_copies,         // MPI_Comm_split copies attributes
  visible_after_delete, // MPI_Comm_get_attr gives what was deleted last
};

Fault fault(); // this process's

} // namespace moot::pmpi_faults
