// Calling a key's functions, and their arguments.
#pragma once

#include "mpi_backend/layer/running.h"
#include "mpi_backend/layer/state.h"

#include <cxxabi.h>

namespace moot::layer {

// Calls a function of the program's. MPI is no way for an exception: that function has to deal with its own.
template <class Callback> void call_program(const Callback& callback) {
  const InProgram in_program;
  try {
    callback();
  } catch (const abi::__forced_unwind&) { // the thread is cancelled
    throw;
  } catch (...) {
    give_up("a callback has thrown an exception through MPI");
  }
}

// Calls the free or destroy function of the value's key. A null function is nothing to call.
void call_back(Lock& lock, Function function, const Object& object, const Value& value);

struct Copied {
  bool flag = false;
  MPI_Aint value = 0;
};

// Calls the copy function of the value's key for a dup. `key_freed_at_start`: as Value::key_freed_at_start.
Copied call_back_copy(Lock& lock, const Object& from, const Object& to, const Value& value, bool key_freed_at_start);

} // namespace moot::layer
