// How objects end: free calls, references, cycles of keys.
#pragma once

#include "mpi_backend/layer/state.h"

#include <span>

namespace moot::layer {

// A whole free call: free callbacks, the user's reference, and what follows from that. Checks whether the object may be
// freed. What the native free returned, if it was due, is in Object::native_error.
enum class Ending { free, other }; // other: MPI_Comm_disconnect, MPI_File_close, ... (other-endings)
Reason free_object(Lock& lock, const ObjectPtr& object, Ending ending = Ending::free);

// May the program free it, or end it otherwise, now? (free_object asks it.)
Reason may_free(const Object& object);

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
