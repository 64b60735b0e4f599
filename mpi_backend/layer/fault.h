// Wrong layers, for tests only: what checks the layer must find them out. In moot_layer_<backend>_faulty, MOOT_LAYER_FAULT in the
// environment says which; the real layer has none of this.
#pragma once

#include <cstdlib>
#include <mpi.h>

namespace moot::layer {

enum class Fault {
  none = 0,
  key_after_free = 1,           // callbacks get a freed key instead of MPIX_KEY_NULL
  destroy_before_free = 2,      // a free call runs the destroy callbacks before the free callbacks
  copy_missed = 3,              // a dup forgets one copy callback
  destroy_twice = 4,            // destroy callbacks are called twice
  key_freed_eagerly = 5,        // MPIX_Key_free takes the values under the key with it, without callbacks
  context_lost = 6,             // the context is 0 once the key was freed
  own_value_in_free = 7,        // a value is still visible in its own free callback
  replaced_without_destroy = 8, // a set drops the old value without a callback
  functions_swapped = 9,        // the free function is called where destroy is due, and the other way round
  wrong_handle = 10,            // callbacks get another object's handle
  wrong_type = 11,              // callbacks get MPIX_HANDLE_COMM as handle_type, whatever the object is
  request_forgotten = 12,       // the values on a request that is complete go without a callback
  operation_keeps_nothing = 13, // a pending operation does not keep its datatype and communicator
  shared_ends_early = 14,       // a group or error handler goes with the first of its handles
  file_forgotten = 15,          // the values on a file that is closed go without a callback
  idup_copies_nothing = 16,     // MPI_Comm_idup copies no values
  split_copies = 17,            // what makes a communicator of another one copies values as a dup does
  errhandler_let_go = 18,       // a communicator does not keep its error handler
  finalize_forgets = 19,        // MPI_Finalize destroys nothing, not even on MPI_COMM_SELF
  on_another_thread = 20,       // destroy callbacks run on a thread of the library, while the call waits
  message_forgotten = 21,       // the values on a message that is received go without a callback
  query_forgotten = 22,         // the query function of a generalized request is not called when that is complete
  free_fn_forgotten = 23,       // its free function is never called
  thread_copies_nothing = 24,   // a dup copies values only on the thread that has called MPI_Init
  thread_sees_nothing = 25,     // and only there MPIX_Value_get finds one
  thread_destroys_nothing = 26, // and only there destroy callbacks are called
};

#ifdef MOOT_LAYER_FAULTY
inline const Fault fault = [] {
  const char* const number = std::getenv("MOOT_LAYER_FAULT");
  return number == nullptr ? Fault::none : static_cast<Fault>(std::atoi(number));
}();
#else
inline constexpr Fault fault = Fault::none;
#endif

// Of the faults of threads: the thread that has called MPI_Init does all right.
inline bool is_main_thread() {
  int is_main = 1;
  PMPI_Is_thread_main(&is_main);
  return is_main != 0;
}

} // namespace moot::layer
