// What the program did wrong, as MPI error codes.
#pragma once

#include <mpi.h>

namespace moot::layer {

// Why a call of the layer fails. Each has an error code of its own (errors.cpp: its class and text).
enum class Reason {
  none,
  key_null,
  key_dead,
  key_stale,
  key_ending,
  key_predefined,
  key_cycle,
  handle_null,
  handle_type,
  handle_kind,
  handle_freed,
  handle_ending,
  handle_predefined,
  request_unseen,
  free_in_free,
  free_in_callback,
  set_in_free,
  set_in_destroy,
  other_set_in_destroy,
  set_in_copy,
  set_elsewhere,
  dup_in_free,
  null_argument,
  not_generalized,
  ended_in_query,
  dup_failed,
  function_failed,
};

// Between MPI_Init and MPI_Finalize?
bool mpi_works();

// The error code of a reason; MPI_SUCCESS for `none`. Registers classes and codes with MPI at first use.
int code(Reason reason);

// Calls the error handler of `comm`; if that returns, returns the code. Take no locks with you: handlers are program code.
int raise_code(int error, MPI_Comm comm);
inline int raise(Reason reason, MPI_Comm comm = MPI_COMM_WORLD) { return raise_code(code(reason), comm); }

} // namespace moot::layer
