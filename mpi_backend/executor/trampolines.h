// The C functions that MPI calls back: one for each callback of a case and each role that it can have.
//
// They have to be distinct functions: a callback's key argument can be MPIX_KEY_NULL and its context is the program's, so
// nothing else tells which callback of the case is meant.
#pragma once

#include "model/vocabulary/procedure.h"
#include "mpix.h"

#include <mutex>

namespace moot::executor {

inline constexpr int most_callbacks = 64;             // of a case
inline constexpr int empty_callback = most_callbacks; // the function that does nothing

struct AttributeInvocation; // attribute_trampolines.h
struct GrequestInvocation;  // grequest_trampolines.h
struct Interception;        // tool_trampolines.h

// A callback as the library makes it.
struct Invocation {
  Callback role = Callback::copy;
  Language language = Language::c; // of the function
  int definition = empty_callback; // index into Program::callbacks
  MPIX_Key key = MPIX_KEY_NULL;
  int handle_type = 0;
  MPIX_Handle handle = 0;
  MPIX_Handle new_handle = 0; // copy
  MPI_Fint integer = 0;       // what Fortran got as the handle
  MPI_Aint context = 0;
  MPI_Aint value = 0;
  MPI_Aint* new_value = nullptr; // copy
  int* flag = nullptr;           // copy
};

// What the functions do: they tell the callee.
void enter(const Invocation& invocation) noexcept;

// A negative number: a null pointer.
MPIX_Value_copy_function* copy_function(int definition);
MPIX_Value_free_function* free_function(int definition);
MPIX_Value_destroy_function* destroy_function(int definition);

// Who runs the bodies. While there is nobody, callbacks do nothing.
class Callee {
public:
  virtual ~Callee() = default;
  // All with `interpreting` locked.
  virtual void on_callback(const Invocation& invocation) = 0;
  // These return the error code that the callback gives back.
  virtual int on_callback(AttributeInvocation& invocation) = 0;
  virtual int on_callback(const GrequestInvocation& invocation) = 0;
  virtual void on_init_of_tool(int definition, int tool_id) = 0;
  virtual int on_interception(Interception& interception) = 0;
};

// Held by whoever interprets the case: callbacks may come on threads of the library. Not held inside calls of MPI.
extern std::mutex interpreting;
extern Callee* callee; // guarded by `interpreting`

} // namespace moot::executor
