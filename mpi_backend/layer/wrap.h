// The shapes of wrapped functions of MPI. All go straight to MPI while the layer sleeps.
#pragma once

#include "mpi_backend/layer/copies.h"
#include "mpi_backend/layer/fault.h"
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/state.h"

#include <initializer_list>

namespace moot::layer {

// Calls MPI without the lock.
template <class Native> auto unlocked(Lock& lock, Native native) {
  const Unlocked unlocked(lock);
  return native();
}

// A function that makes an object: its handle may have been another's before.
template <class Handle, class Native> int wrap_make(Kind kind, const Handle* made, Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) {
    const int error = unlocked(lock, native);
    if (error == MPI_SUCCESS && to_handle(*made) != null_handle(kind)) state().records.created(kind, to_handle(*made));
    return Outcome::of_native(error);
  });
}

// A communicator of another one, which must be alive: it inherits the error handler.
template <class Native> int wrap_make_comm(MPI_Comm comm, const MPI_Comm* made, Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr from;
    if (const Reason reason = use(Kind::communicator, to_handle(comm), from); reason != Reason::none) return reason;
    const int error = unlocked(lock, native);
    if (error == MPI_SUCCESS && *made != MPI_COMM_NULL) {
      const ObjectPtr to = state().records.created(Kind::communicator, to_handle(*made));
      keep(lock, to->errhandler, from->errhandler);
      if (fault == Fault::split_copies) copy_phase(lock, from, *to);
    }
    return Outcome::of_native(error);
  });
}

// A datatype constructor. The new type may keep its bases alive.
template <class Native> int wrap_derive(int count, const MPI_Datatype* bases, const MPI_Datatype* made, Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) -> Outcome {
    Objects held;
    for (int i = 0; i < count; ++i) {
      ObjectPtr base;
      if (const Reason reason = use(Kind::datatype, to_handle(bases[i]), base); reason != Reason::none) return reason;
      held.push_back(base);
    }
    const int error = unlocked(lock, native);
    if (error == MPI_SUCCESS) {
      hold(*state().records.created(Kind::datatype, to_handle(*made)), held, Question::derived_keeps_datatype);
    }
    return Outcome::of_native(error);
  });
}

// (wrap_type.cpp) How many datatypes MPI_Type_get_contents gives. One of them, as the program gets it: a predefined one, or a new object.
int count_of_contents(Lock& lock, MPI_Datatype type);
MPI_Datatype new_datatype(Lock& lock, MPI_Datatype given);

// (wrap_type.cpp) What MPI is asked about in its place, how it was built; it is freed afterwards, if it is another one.
class AsBuilt {
public:
  AsBuilt(Lock& lock, const Object& type);
  ~AsBuilt();
  AsBuilt(const AsBuilt&) = delete;
  AsBuilt& operator=(const AsBuilt&) = delete;
  MPI_Datatype type() const { return type_; }

private:
  Lock& lock_;
  MPI_Datatype type_;
  bool is_another_;
};

// MPI_Type_get_envelope: `native` asks MPI about the datatype that it is given.
template <class Native> int wrap_get_envelope(MPI_Datatype type, Native native) {
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr used;
    if (const Reason reason = use(Kind::datatype, to_handle(type), used); reason != Reason::none) return reason;
    const AsBuilt built(lock, *used);
    return Outcome::of_native(unlocked(lock, [&] { return native(built.type()); }));
  });
}

// MPI_Type_get_contents, likewise: `each` is told of each datatype's place that MPI has given, and how it is to be changed.
template <class Native, class Each> int wrap_get_contents(MPI_Datatype type, Native native, Each each) {
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr used;
    if (const Reason reason = use(Kind::datatype, to_handle(type), used); reason != Reason::none) return reason;
    const AsBuilt built(lock, *used);
    const int error = unlocked(lock, [&] { return native(built.type()); });
    if (error != MPI_SUCCESS) return Outcome::of_native(error);
    const int count = count_of_contents(lock, built.type());
    for (int i = 0; i < count; ++i) each(i, [&](MPI_Datatype given) { return new_datatype(lock, given); });
    return Reason::none;
  });
}

// An info object that the program may use, or MPI_INFO_NULL.
inline Reason use_info(MPI_Info info) {
  ObjectPtr used;
  return info == MPI_INFO_NULL ? Reason::none : use(Kind::info, to_handle(info), used);
}

// A dup: MPI's own first, then the copy callbacks; the caller's variable last.
template <class Handle, class Native>
int wrap_dup(Kind kind, Handle old, Handle* made, Native native, MPI_Info info = MPI_INFO_NULL) {
  if (!awake()) return native(made);
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr from;
    if (const Reason reason = use(kind, to_handle(old), from); reason != Reason::none) return reason;
    if (const Reason reason = use_info(info); reason != Reason::none) return {reason, errors_to(from)};
    if (from->freeing && is(Question::dup_in_free, Answer::erroneous)) return {Reason::dup_in_free, errors_to(from)};
    auto fresh = from_handle<Handle>(null_handle(kind));
    const int error = unlocked(lock, [&] { return native(&fresh); });
    if (error != MPI_SUCCESS) return Outcome::of_native(error);
    Object* const to = state().records.created(kind, to_handle(fresh));
    to->of_world = from->of_world;
    if (from->errhandler) keep(lock, to->errhandler, from->errhandler);
    if (kind == Kind::datatype) hold(*to, {from}, Question::duplicate_keeps_datatype);
    if (!copy_phase(lock, from, *to)) {
      if (nulls_failed_out()) *made = from_handle<Handle>(null_handle(kind));
      return {Reason::dup_failed, errors_to(from)};
    }
    *made = fresh;
    return Reason::none;
  });
}

// A function that makes a window or file on a communicator, which may keep copies of the communicator's values (hidden-copy).
template <class Handle, class Native>
int wrap_on_communicator(MPI_Comm comm, Kind kind, const Handle* made, Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr on;
    if (const Reason reason = use(Kind::communicator, to_handle(comm), on); reason != Reason::none) return reason;
    const int error = unlocked(lock, native);
    if (error != MPI_SUCCESS || to_handle(*made) == null_handle(kind)) return Outcome::of_native(error);
    const ObjectPtr it = state().records.created(kind, to_handle(*made));
    const bool shows = !on->values.empty() || on->errhandler;
    if (shows && is(Question::hidden_copy, Answer::yes)) copy_hidden(lock, on, *it);
    return Reason::none;
  });
}

// A function that uses an object, which must be alive.
template <class Handle, class Native> int wrap_use(Kind kind, const Handle* used, Native native) {
  if (!awake() || used == nullptr) return native();
  return in_call([=](Lock& lock) -> Outcome {
    ObjectPtr object;
    if (const Reason reason = use(kind, to_handle(*used), object); reason != Reason::none) return reason;
    return Outcome::of_native(unlocked(lock, native));
  });
}

// A free. The native free happens when the object is destroyed (objects.cpp).
template <Kind kind, class Handle> int wrap_free(Handle* handle, Ending ending = Ending::free) {
  return in_call([=](Lock& lock) -> Outcome {
    if (handle == nullptr) return Reason::null_argument;
    Object* found = nullptr;
    Reason reason = use(kind, to_handle(*handle), found);
    if (reason != Reason::none) return reason;
    if (is_idle(*found)) {
      const int error = free_idle<kind>(lock, *found, ending);
      if (error == MPI_SUCCESS) *handle = from_handle<Handle>(null_handle(kind));
      return Outcome::of_native(error);
    }
    const ObjectPtr object = found;
    object->disconnect = ending == Ending::other;
    reason = free_object(lock, object, ending);
    if (reason != Reason::none) return {reason, errors_to(object)};
    if (object->native_error == MPI_SUCCESS) *handle = from_handle<Handle>(null_handle(kind));
    return Outcome::of_native(object->native_error);
  });
}

// The function of MPI, and what it does while the layer is awake: apart, since a call that goes straight on saves no registers then.
#define WRAPS(name, parameters, arguments, ...)                                                                        \
  [[gnu::noinline]] static int awake_##name parameters { return __VA_ARGS__; }                                         \
  MOOT_API int MPI_##name parameters { return awake() ? awake_##name arguments : PMPI_##name arguments; }

} // namespace moot::layer
