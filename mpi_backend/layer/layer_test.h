// What the layer's tests share: keys whose callbacks write a log, and runs with every question answered.
#pragma once

#include "mpix.h"

#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <map>
#include <string>
#include <type_traits>

namespace moot::layer::test {

template <class Native> MPIX_Handle any_handle(Native native) {
  if constexpr (std::is_pointer_v<Native>)
    return reinterpret_cast<MPIX_Handle>(native);
  else
    return static_cast<MPIX_Handle>(native);
}

// What operations and error handlers are made with that nobody calls.
inline void no_operation(void* /*in*/, void* /*inout*/, int* /*length*/, MPI_Datatype* /*type*/) {}
inline void no_handler(MPI_Comm* /*comm*/, int* /*error*/, ...) {} // NOLINT(cert-dcl50-cpp): as MPI calls it

// A callback that runs.
struct Called {
  MPIX_Key key = MPIX_KEY_NULL;
  int type = 0;
  MPIX_Handle handle = 0;
  MPIX_Handle new_handle = 0; // copy only
  MPI_Aint value = 0;
};

// What a key's callbacks do beside writing the log. Copies get the old value + 100.
struct Hooks {
  std::function<void(const Called&)> copy, free, destroy;
};

// A run: a fresh start of the layer with all questions answered, and what its callbacks said.
class Trial {
public:
  // `answers` overrides the answers of the base reading, in layer_test.cpp.
  explicit Trial(const std::string& answers = "", std::uint64_t seed = 1);

  // A key called by a letter. Its hooks may be changed later: hooks(key).
  MPIX_Key key(const std::string& name);
  Hooks& hooks(MPIX_Key key);

  // Names a handle in the log.
  template <class Native> Native called(const std::string& name, Native handle) {
    names_[any_handle(handle)] = name;
    return handle;
  }
  // A dup of MPI_COMM_SELF called `name`.
  MPI_Comm comm(const std::string& name);

  // "free(a,c,1) destroy(null,c,1)": function, key, handle, value of each callback since the last look.
  std::string log();
  void say(const std::string& word);

private:
  friend struct Callbacks;
  struct Key {
    Trial* run = nullptr;
    std::string name;
    Hooks hooks;
  };
  void record(const Key& key, const char* function, const Called& called);

  std::list<Key> keys_;
  std::map<MPIX_Key, Key*> by_handle_;
  std::map<MPIX_Handle, std::string> names_;
  std::string log_;
};

// MPIX_Value_* on a communicator. get: -1 where nothing is set, -2 on an error.
int set(MPIX_Key key, MPI_Comm comm, MPI_Aint value);
int clear(MPIX_Key key, MPI_Comm comm);
MPI_Aint get(MPIX_Key key, MPI_Comm comm);
MPI_Aint get(MPIX_Key key, int type, MPIX_Handle handle);

// "key", "handle", "other", "arg", "ok", ...: the class of an error code.
std::string error(int code);

} // namespace moot::layer::test
