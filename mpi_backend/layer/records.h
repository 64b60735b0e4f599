// What the layer knows of objects, keys and values. A record is an object's identity: handle values are reused.
//
// All of this is guarded by the mutex of the layer's state (state.h).
#pragma once

#include "mpi_backend/layer/api.h"

#include <cstdint>
#include <map>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace moot::layer {

enum class Kind : int {
  communicator = MPIX_HANDLE_COMM,
  datatype = MPIX_HANDLE_DATATYPE,
  window = MPIX_HANDLE_WIN,
  info = MPIX_HANDLE_INFO,
  key = MPIX_HANDLE_KEY,
  request = MPIX_HANDLE_REQUEST,
};

// A handle of MPI, an integer or a pointer, as an MPIX_Handle and back.
template <class Native> MPIX_Handle to_handle(Native native) {
  if constexpr (std::is_pointer_v<Native>)
    return reinterpret_cast<MPIX_Handle>(native);
  else
    return static_cast<MPIX_Handle>(native);
}
template <class Native> Native from_handle(MPIX_Handle handle) {
  if constexpr (std::is_pointer_v<Native>)
    return reinterpret_cast<Native>(handle);
  else
    return static_cast<Native>(handle);
}

MPIX_Handle null_handle(Kind kind);

struct Object;
using ObjectPtr = std::shared_ptr<Object>;

// A value set on an object. It keeps its key alive until it goes.
struct Value {
  enum class Free { none, owed, running, ran }; // its free callback, while the object's free callbacks run

  ObjectPtr key;
  MPI_Aint value = 0;
  std::uint64_t set_at = 0; // grows with every set
  Free free = Free::none;
  bool key_freed_at_start = false; // was the key freed when the running phase came to owe this value's callback?
  int destroying = 0;              // destroy callbacks that run for it now: more than one if they recurse
  bool gone = false;               // no longer on the object
  bool destroyed_early = false;    // only for Fault::destroy_before_free
};
using ValuePtr = std::shared_ptr<Value>;

struct Object {
  Kind kind = Kind::communicator;
  MPIX_Handle handle = 0;
  std::uint64_t id = 0; // in order of creation
  bool predefined = false;

  // Life. The user's handle is one reference; so is each derived datatype, each pending operation, and for a key each
  // value under it. At zero the object is destroyed: first `ending`, while its destroy callbacks run, then `destroyed`.
  int references = 1;
  bool freeing = false;          // its free callbacks run
  bool free_in_progress = false; // the call that frees it has not returned
  bool freed = false;            // its free callbacks are done: the handle no longer counts
  bool lingers = false;          // freed, but something else keeps it alive
  bool ending = false;
  bool destroyed = false;
  int copying = 0;       // copy callbacks that run for dups from or to it
  int calls = 0;         // that work on it and run callbacks: each is a reference, too
  bool of_world = false; // a communicator: MPI_COMM_WORLD, or made by duplicating it

  bool native_owed = true;        // the native handle is still to be freed
  int native_error = MPI_SUCCESS; // what freeing it returned

  std::vector<ValuePtr> values; // in the order of setting
  std::vector<ObjectPtr> holds; // a derived datatype: its bases; a request: its communicator and datatype

  // A key.
  MPIX_Value_copy_function* copy_function = nullptr;
  MPIX_Value_free_function* free_function = nullptr;
  MPIX_Value_destroy_function* destroy_function = nullptr;
  MPI_Aint context = 0;
  bool in_fortran = false; // its functions are subroutines (fortran_callbacks.h)

  MPI_Fint integer = 0; // the handle in Fortran, where a key of Fortran has had a value

  // A communicator: MPI_Comm_disconnect frees it, not MPI_Comm_free.
  bool disconnect = false;

  // A request.
  bool receive = false;
  bool persistent = false;
};

class Records { // NOLINT(bugprone-reserved-identifier): of std::array's comparison, in clang 14
public:
  Records();

  // The record of a handle, if it has one; it may be freed or destroyed (then the handle is stale).
  ObjectPtr find(Kind kind, MPIX_Handle handle) const;

  // The same, but a handle that the layer sees for the first time gets a record. Null if the handle is known as one of
  // another kind, or is no key.
  ObjectPtr seen(Kind kind, MPIX_Handle handle);

  // MPI just returned this handle for a new object: whatever had it before is gone.
  ObjectPtr created(Kind kind, MPIX_Handle handle);

  ObjectPtr create_key();

  // A request or key is gone: forget its handle. Other kinds keep theirs, as stale, until it is used again.
  void forget(const Object& object);

  const std::map<int, ObjectPtr>& keys() const { return keys_; }
  const std::map<std::uint64_t, ObjectPtr>& requests() const { return requests_; } // in the order of posting

private:
  struct Hash {
    std::size_t operator()(MPIX_Handle handle) const;
  };
  using Table = std::unordered_map<MPIX_Handle, ObjectPtr, Hash>;

  bool is_other_kind(Kind kind, MPIX_Handle handle) const;
  void add_predefined(Kind kind, MPIX_Handle handle);
  Table& table(Kind kind) { return tables_[static_cast<std::size_t>(kind)]; }
  const Table& table(Kind kind) const { return tables_[static_cast<std::size_t>(kind)]; }

  Table tables_[static_cast<std::size_t>(Kind::request) + 1]; // by Kind; keys have keys_
  std::map<int, ObjectPtr> keys_;
  std::map<std::uint64_t, ObjectPtr> requests_;
  std::uint64_t next_id_ = 1;
  int next_key_ = 1;
};

} // namespace moot::layer
