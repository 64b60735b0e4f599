// The shapes of wrapped functions of MPI. All go straight to MPI while the layer sleeps.
#pragma once

#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/phases.h"
#include "mpi_backend/layer/state.h"

#include <initializer_list>

namespace moot::layer {

// Calls MPI without the lock.
template <class Native> int call_unlocked(Call& call, Native native) {
  const Unlocked unlocked(call.lock());
  return native();
}

// A function that makes an object: its handle may have been another's before.
template <class Handle, class Native> int wrap_make(Kind kind, const Handle* made, Native native) {
  if (!awake()) return native();
  Call call;
  const int error = call_unlocked(call, native);
  if (error == MPI_SUCCESS && to_handle(*made) != null_handle(kind)) state().records.created(kind, to_handle(*made));
  return call.finish(error);
}

// The same, from a communicator that must be alive.
template <class Handle, class Native> int wrap_make_on(MPI_Comm comm, Kind kind, const Handle* made, Native native) {
  if (!awake()) return native();
  ObjectPtr object;
  {
    Call call;
    const Reason reason = use(Kind::communicator, to_handle(comm), object);
    if (reason != Reason::none) return call.done(reason);
    call.finish(MPI_SUCCESS);
  }
  return wrap_make(kind, made, native);
}

// A datatype constructor. The new type may keep its bases alive.
template <class Native> int wrap_derive(int count, const MPI_Datatype* bases, const MPI_Datatype* made, Native native) {
  if (!awake()) return native();
  Call call;
  std::vector<ObjectPtr> held;
  for (int i = 0; i < count; ++i) {
    ObjectPtr base;
    if (const Reason reason = use(Kind::datatype, to_handle(bases[i]), base); reason != Reason::none) {
      return call.done(reason);
    }
    held.push_back(base);
  }
  const int error = call_unlocked(call, native);
  if (error != MPI_SUCCESS) return call.finish(error);
  hold(*state().records.created(Kind::datatype, to_handle(*made)), held, Question::derived_keeps_datatype);
  return call.finish(error);
}

// A dup: MPI's own first, then the copy callbacks; the caller's variable last.
template <class Handle, class Native> int wrap_dup(Kind kind, Handle old, Handle* made, Native native) {
  if (!awake()) return native(made);
  Call call;
  ObjectPtr from;
  const Reason reason = use(kind, to_handle(old), from);
  if (reason != Reason::none) return call.done(reason);
  if (from->freeing && is(Question::dup_in_free, Answer::erroneous)) {
    return call.done(Reason::dup_in_free, errors_to(from));
  }
  auto fresh = from_handle<Handle>(null_handle(kind));
  const int error = call_unlocked(call, [&] { return native(&fresh); });
  if (error != MPI_SUCCESS) return call.finish(error);
  const ObjectPtr to = state().records.created(kind, to_handle(fresh));
  to->of_world = from->of_world;
  if (kind == Kind::datatype) hold(*to, {from}, Question::duplicate_keeps_datatype);
  const bool works = copy_phase(call.lock(), from, to);
  if (works)
    *made = fresh;
  else if (nulls_failed_out())
    *made = from_handle<Handle>(null_handle(kind));
  return call.done(works ? Reason::none : Reason::dup_failed, errors_to(from));
}

// A function that makes a window on a communicator, which may keep copies of the communicator's values (hidden-copy).
template <class Handle, class Native> int wrap_window(MPI_Comm comm, const Handle* made, Native native) {
  if (!awake()) return native();
  Call call;
  ObjectPtr on;
  if (const Reason reason = use(Kind::communicator, to_handle(comm), on); reason != Reason::none) {
    return call.done(reason);
  }
  const int error = call_unlocked(call, native);
  if (error != MPI_SUCCESS || to_handle(*made) == null_handle(Kind::window)) return call.finish(error);
  const ObjectPtr window = state().records.created(Kind::window, to_handle(*made));
  if (!on->values.empty() && is(Question::hidden_copy, Answer::yes)) copy_hidden(call.lock(), on, *window);
  return call.finish(error);
}

// A function that uses an object, which must be alive.
template <class Handle, class Native> int wrap_use(Kind kind, const Handle* used, Native native) {
  if (!awake() || used == nullptr) return native();
  Call call;
  ObjectPtr object;
  if (const Reason reason = use(kind, to_handle(*used), object); reason != Reason::none) return call.done(reason);
  return call.finish(call_unlocked(call, native));
}

// A free. The native free happens when the object is destroyed (objects.cpp).
template <class Handle> int wrap_free(Kind kind, Handle* handle, bool disconnect = false) {
  Call call;
  if (handle == nullptr) return call.done(Reason::null_argument);
  ObjectPtr object;
  Reason reason = use(kind, to_handle(*handle), object);
  if (reason != Reason::none) return call.done(reason);
  object->disconnect = disconnect;
  reason = free_object(call.lock(), object);
  if (reason != Reason::none) return call.done(reason, errors_to(object));
  if (object->native_error == MPI_SUCCESS) *handle = from_handle<Handle>(null_handle(kind));
  return call.finish(object->native_error);
}

} // namespace moot::layer
