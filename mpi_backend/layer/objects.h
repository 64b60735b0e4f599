// How objects end: free calls, references, cycles of keys.
#pragma once

#include "mpi_backend/layer/state.h"

#include <span>

namespace moot::layer {

template <class Native> int call_native(int (*free)(Native*), MPIX_Handle handle) {
  auto native = from_handle<Native>(handle);
  return free(&native);
}

// MPI's own free; or its MPI_Comm_disconnect. (A message is received, or left to MPI.)
inline int free_native(Kind kind, MPIX_Handle handle, bool disconnect) {
  if (kind == Kind::communicator && disconnect) return call_native<MPI_Comm>(PMPI_Comm_disconnect, handle);
  switch (kind) {
#define ROW(kind, word, handle_type, null, type, c2f, f2c, ends)                                                       \
  case Kind::kind: return call_native<type>(P##ends, handle);
    MOOT_FREED_KINDS(ROW)
#undef ROW
  case Kind::message:
  case Kind::key: break;
  }
  return MPI_SUCCESS;
}

// A whole free call: free callbacks, the user's reference, and what follows from that. Checks whether the object may be
// freed. What the native free returned, if it was due, is in Object::native_error.
enum class Ending { free, other }; // other: MPI_Comm_disconnect, MPI_File_close, ... (other-endings)
Reason free_object(Lock& lock, const ObjectPtr& object, Ending ending = Ending::free);

// May the program free it, or end it otherwise, now? (free_object asks it.)
Reason may_free(const Object& object);

// The same of an idle object (is_idle). (Another thread may be given the handle anew as soon as MPI has freed it: the record is the new
// object's then.)
template <Kind kind> int free_idle(Lock& lock, Object& object, Ending ending) {
  static_assert(kind != Kind::key && kind != Kind::request); // their handles would have to be forgotten
  object.freed = object.destroyed = true;
  object.native_owed = false;
  const MPIX_Handle handle = object.handle;
  const Unlocked unlocked(lock);
  return free_native(kind, handle, ending == Ending::other);
}

// Drops one reference.
void release(Lock& lock, const ObjectPtr& object);

// `by` keeps this one alive; or these, if the answer to `keeps` is yes (predefined ones live anyhow).
void hold(Object& by, const ObjectPtr& object);
void hold(Object& by, const Objects& objects, Question keeps);

// `place`, of another object, keeps this one from now on (null: none), and no more the one before.
void keep(Lock& lock, ObjectPtr& place, const ObjectPtr& object);

// The program gets one more handle of the object, which something keeps alive.
void give_handle(Object& object);

// A call that runs callbacks works on the object: it is a reference until the call is done (free-in-callback).
class Working {
public:
  Working(Lock& lock, ObjectPtr object);
  ~Working();
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

private:
  Lock& lock_;
  ObjectPtr object_;
};

// These objects lost their last references: destroys them, now or when the running phase owes nothing more (cascade-order).
void end_objects(Lock& lock, std::span<const ObjectPtr> objects);

// The end of an object whose destroy callbacks are done: frees the native handle, drops the references it held.
void finish(Lock& lock, const ObjectPtr& object);

// Freed keys that only keep each other alive.
Objects cyclic_keys();

} // namespace moot::layer
