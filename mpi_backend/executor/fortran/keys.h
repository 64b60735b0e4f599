// Keys and values (Ticket 304) as Fortran programs use them through the layer: calls made by compiled Fortran, callbacks that are
// compiled Fortran. There is a module for each binding (keys.f90.in), with mpixf.h or `use mpix`.
#pragma once

#include "mpi_backend/executor/fortran/fortran.h"

namespace moot::executor::fortran {

// ---- Calls ----

// Of key_create's functions: 0 to most_callbacks - 1, or MPIX_NULL_COPY_FN and its like.
inline constexpr int null_function = -1;

// One binding's procedures: Fortran functions that call the layer and return IERROR. What an argument that is written to holds
// before the call, Fortran's variable holds before the call.
struct KeyCalls {
  int (*key_create)(int copy, int free, int destroy, std::int64_t context, MPI_Fint* key);
  int (*key_free)(MPI_Fint* key);
  int (*value_set)(MPI_Fint key, int handle_type, MPI_Fint handle, std::int64_t value);
  int (*value_get)(MPI_Fint key, int handle_type, MPI_Fint handle, std::int64_t* value, bool* flag);
  int (*value_clear)(MPI_Fint key, int handle_type, MPI_Fint handle);
};
const KeyCalls& key_calls(Binding binding);

// ---- Callbacks ----

enum class KeyFunction : std::uint8_t { copy, free, destroy };

// A callback as compiled Fortran receives it.
struct KeyInvocation {
  Binding binding = Binding::mpif; // of the call that made the key
  KeyFunction function = KeyFunction::copy;
  int number = 0;
  MPI_Fint key = 0;
  int handle_type = 0;
  MPI_Fint handle = 0;
  MPI_Fint new_handle = 0; // copy
  std::int64_t context = 0;
  std::int64_t value = 0;
  std::int64_t* new_value = nullptr; // copy. It becomes NEW_VALUE if the flag is true
  bool* flag = nullptr;              // copy. False if not written
};

// As of Receiver: it may be called on every thread, may call MPI, and must not throw.
using KeyReceiver = void (*)(const KeyInvocation& invocation);

// Who gets the callbacks from now on. Without one (null) nothing happens.
void receive_keys(KeyReceiver receiver);

} // namespace moot::executor::fortran
