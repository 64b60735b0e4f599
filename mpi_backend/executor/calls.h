// Calls of the real MPI library, one function for each procedure of model/procedure.h.
#pragma once

#include "model/procedure.h"
#include "mpix.h"

#include <array>
#include <cstdint>

namespace moot::executor {

// One call. By number of the parameter in the signature: what the program passes. Functions that write to their argument
// (MPI_Comm_free, MPI_Wait) leave it here.
struct NativeCall {
  std::array<MPIX_Handle, 4> handles{};
  std::array<std::int64_t, 4> numbers{};
  int handle_type = 0; // MPIX_Value_*
  MPIX_Value_copy_function* copy = nullptr;
  MPIX_Value_free_function* free = nullptr;
  MPIX_Value_destroy_function* destroy = nullptr;

  int error = MPI_SUCCESS;
  MPIX_Handle made = 0;    // the OUT handle
  std::int64_t result = 0; // the OUT integer
  bool flag = true;        // MPIX_Value_get
};

void make(Procedure procedure, NativeCall& call);

// Reserves the buffers of messages; once, before the first call.
void reserve_buffers();

} // namespace moot::executor
