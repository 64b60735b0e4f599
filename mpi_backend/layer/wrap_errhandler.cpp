// Error handlers. A communicator keeps the one that the program has made and set on it; MPI_Comm_get_errhandler gives a
// handle of that object, or each time of a new one that does the same (value-on).
#include "mpi_backend/layer/wrap.h"

namespace moot::layer {
namespace {

extern "C" {
// What MPI_ERRORS_RETURN and MPI_ERRORS_ARE_FATAL do.
// NOLINTBEGIN(cert-dcl50-cpp,readability-non-const-parameter): MPI's type
void return_error(MPI_Comm*, int*, ...) {}
void abort_all(MPI_Comm* comm, int* error, ...) { PMPI_Abort(*comm, *error); }
// NOLINTEND(cert-dcl50-cpp,readability-non-const-parameter)
}

MPI_Comm_errhandler_function* function_of(const Object& errhandler) {
  if (!errhandler.predefined) return errhandler.function;
  return errhandler.handle == to_handle(MPI_ERRORS_ARE_FATAL) ? abort_all : return_error;
}

template <class Native>
int wrap_create(const MPI_Errhandler* made, MPI_Comm_errhandler_function* function, Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) {
    const int error = unlocked(lock, native);
    if (error == MPI_SUCCESS) state().records.created(Kind::errhandler, to_handle(*made))->function = function;
    return Outcome::of_native(error);
  });
}

// What windows and files keep is not followed: only the handle is the layer's concern.
template <class Native> int wrap_set(MPI_Errhandler errhandler, Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) -> Outcome {
    ObjectPtr given;
    if (const Reason reason = use(Kind::errhandler, to_handle(errhandler), given); reason != Reason::none)
      return reason;
    return Outcome::of_native(unlocked(lock, native));
  });
}

template <class Native> int wrap_get(const MPI_Errhandler* got, Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) {
    const int error = unlocked(lock, native);
    if (error != MPI_SUCCESS) return Outcome::of_native(error);
    Object* const known = state().records.find(Kind::errhandler, to_handle(*got));
    if (known == nullptr || known->destroyed)
      state().records.created(Kind::errhandler, to_handle(*got));
    else
      give_handle(*known);
    return Outcome::of_native(error);
  });
}

} // namespace

extern "C" {

MOOT_API int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function* function, MPI_Errhandler* errhandler) {
  return wrap_create(errhandler, function, [&] { return PMPI_Comm_create_errhandler(function, errhandler); });
}

MOOT_API int MPI_Win_create_errhandler(MPI_Win_errhandler_function* function, MPI_Errhandler* errhandler) {
  return wrap_create(errhandler, nullptr, [&] { return PMPI_Win_create_errhandler(function, errhandler); });
}

MOOT_API int MPI_File_create_errhandler(MPI_File_errhandler_function* function, MPI_Errhandler* errhandler) {
  return wrap_create(errhandler, nullptr, [&] { return PMPI_File_create_errhandler(function, errhandler); });
}

MOOT_API int MPI_Errhandler_free(MPI_Errhandler* errhandler) {
  return awake() ? wrap_free<Kind::errhandler>(errhandler) : PMPI_Errhandler_free(errhandler);
}

MOOT_API int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
  if (!awake()) return PMPI_Comm_set_errhandler(comm, errhandler);
  return in_call([=](Lock& lock) -> Outcome {
    ObjectPtr on;
    if (const Reason reason = use(Kind::communicator, to_handle(comm), on); reason != Reason::none) return reason;
    ObjectPtr given;
    if (const Reason reason = use(Kind::errhandler, to_handle(errhandler), given); reason != Reason::none)
      return reason;
    const int error = unlocked(lock, [=] { return PMPI_Comm_set_errhandler(comm, errhandler); });
    const bool keeps = !given->predefined && fault != Fault::errhandler_let_go;
    if (error == MPI_SUCCESS) keep(lock, on->errhandler, keeps ? given : nullptr);
    return Outcome::of_native(error);
  });
}

MOOT_API int MPI_Win_set_errhandler(MPI_Win window, MPI_Errhandler errhandler) {
  return wrap_set(errhandler, [=] { return PMPI_Win_set_errhandler(window, errhandler); });
}

MOOT_API int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) {
  return wrap_set(errhandler, [=] { return PMPI_File_set_errhandler(file, errhandler); });
}

MOOT_API int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* errhandler) {
  if (!awake()) return PMPI_Comm_get_errhandler(comm, errhandler);
  return in_call([=](Lock& lock) -> Outcome {
    ObjectPtr of;
    if (const Reason reason = use(Kind::communicator, to_handle(comm), of); reason != Reason::none) return reason;
    const int error = unlocked(lock, [=] { return PMPI_Comm_get_errhandler(comm, errhandler); });
    if (error != MPI_SUCCESS) return Outcome::of_native(error);
    Object* const known = state().records.seen(Kind::errhandler, to_handle(*errhandler));
    if (known == nullptr) return Reason::handle_kind;
    unlocked(lock, [=] { return PMPI_Errhandler_free(errhandler); }); // (the object has a reference already)
    auto* const function = function_of(*known);                       // (null: of Fortran's, and cannot be made anew)
    if (function == nullptr || is(Question::value_on, Answer::object)) {
      give_handle(*known);
      *errhandler = from_handle<MPI_Errhandler>(known->handle);
      return Reason::none;
    }
    const int failed = unlocked(lock, [=] { return PMPI_Comm_create_errhandler(function, errhandler); });
    if (failed != MPI_SUCCESS) return Outcome::of_native(failed);
    state().records.created(Kind::errhandler, to_handle(*errhandler))->function = function;
    return Reason::none;
  });
}

MOOT_API int MPI_Win_get_errhandler(MPI_Win window, MPI_Errhandler* errhandler) {
  return wrap_get(errhandler, [=] { return PMPI_Win_get_errhandler(window, errhandler); });
}

MOOT_API int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler* errhandler) {
  return wrap_get(errhandler, [=] { return PMPI_File_get_errhandler(file, errhandler); });
}

} // extern "C"
} // namespace moot::layer
