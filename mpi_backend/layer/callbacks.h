// Calling a key's functions: their arguments, and what runs on this thread.
#pragma once

#include "mpi_backend/layer/state.h"

namespace moot::layer {

enum class Function { copy, free, destroy };

// A callback that runs on this thread, from its beginning to the end of what it is for (a destroyed value's going).
class Running {
public:
  // `put_off`: where a destroy phase keeps the objects to destroy when it owes nothing more (cascade-order).
  explicit Running(Function what, Objects* put_off = nullptr);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // The innermost one of this thread; null outside callbacks.
  static const Running* innermost();

  const Function function;
  Objects* const after;

private:
  const Running* const outer_;
};

// Calls the free or destroy function of the value's key. A null function is nothing to call.
void call_back(Lock& lock, Function function, const Object& object, const Value& value);

struct Copied {
  bool flag = false;
  MPI_Aint value = 0;
};

// Calls the copy function of the value's key for a dup. `key_freed_at_start`: as Value::key_freed_at_start.
Copied call_back_copy(Lock& lock, const Object& from, const Object& to, const Value& value, bool key_freed_at_start);

} // namespace moot::layer
