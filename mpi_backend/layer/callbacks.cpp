#include "mpi_backend/layer/callbacks.h"

#include "mpi_backend/layer/fault.h"
#include "mpi_backend/layer/fortran_callbacks.h"

#include <thread>

namespace moot::layer {
namespace {

MPIX_Key key_argument(const Object& key, bool freed_at_start) {
  if (!key.freed || fault == Fault::key_after_free) return MPIX_Handle_key(key.handle);
  if (!freed_at_start && is(Question::key_freed_meanwhile, Answer::fixed_at_start)) return MPIX_Handle_key(key.handle);
  return MPIX_KEY_NULL;
}

MPI_Aint context_argument(const Object& key) {
  if (fault == Fault::context_lost) {
    if (key.freed) return 0;
  }
  return key.context;
}

// Used under Fault::wrong_handle only.
[[maybe_unused]] MPIX_Handle other_handle(const Object& object) {
  switch (object.kind) {
  case Kind::communicator: return MPIX_HANDLE(MPI_COMM_SELF);
  case Kind::datatype: return MPIX_HANDLE(MPI_BYTE);
  case Kind::key: return MPIX_HANDLE(MPIX_KEY_TAG_UB);
  default: return null_handle(object.kind);
  }
}

// Where the handle was freed by an earlier call, the question handle-in-destroy decides.
MPIX_Handle handle_argument(const Object& object) {
  if (fault == Fault::wrong_handle) return other_handle(object);
  const bool freed_earlier =
      object.freed && !object.free_in_progress && object.generalized == nullptr; // (or copies are valid)
  if (freed_earlier && is(Question::handle_in_destroy, Answer::null)) return null_handle(object.kind);
  return object.handle;
}

int type_argument(const Object& object) {
  return fault == Fault::wrong_type ? MPIX_HANDLE_COMM : static_cast<int>(object.kind);
}

Function selected(Function function) {
  if (fault == Fault::functions_swapped) {
    return function == Function::free ? Function::destroy : Function::free;
  }
  return function;
}

} // namespace

void call_back(Lock& lock, Function function, const Object& object, const Value& value) {
  const Object& key = *value.key;
  auto* const called = selected(function) == Function::free ? key.free_function : key.destroy_function;
  if (called == nullptr || (fault == Fault::key_freed_eagerly && key.freed)) return;
  if (fault == Fault::thread_destroys_nothing && function == Function::destroy && !is_main_thread()) return;
  const MPIX_Key key_given = key_argument(key, value.key_freed_at_start);
  const MPIX_Handle handle = handle_argument(object);
  const MPI_Aint context = context_argument(key);
  const MPI_Aint given = value.value;
  const int type = type_argument(object);
  const int times = fault == Fault::destroy_twice && function == Function::destroy ? 2 : 1;
  const bool in_fortran = key.in_fortran;
  const Unlocked unlocked(lock);
  const auto call = [&] {
    call_program([&] {
      if (in_fortran)
        call_fortran(called, key_given, object, handle, context, given);
      else
        called(key_given, type, handle, context, given);
    });
  };
  for (int i = 0; i < times; ++i) {
    if (fault == Fault::on_another_thread && function == Function::destroy)
      std::thread(call).join();
    else
      call();
  }
}

Copied call_back_copy(Lock& lock, const Object& from, const Object& to, const Value& value, bool key_freed_at_start) {
  const Object& key = *value.key;
  auto* const called = key.copy_function;
  if (called == nullptr || (fault == Fault::thread_copies_nothing && !is_main_thread())) return {};
  const bool null_if_freed = !key.freed || is(Question::key_in_copy_after_free, Answer::key_null);
  const MPIX_Key key_given = null_if_freed ? key_argument(key, key_freed_at_start) : MPIX_Handle_key(key.handle);
  const MPI_Aint context = context_argument(key);
  const MPI_Aint given = value.value;
  Copied copied;
  int flag = 0;
  {
    const bool in_fortran = key.in_fortran;
    const Unlocked unlocked(lock);
    call_program([&] {
      if (in_fortran)
        call_fortran_copy(called, key_given, from, to, context, given, &copied.value, &flag);
      else
        called(key_given, type_argument(from), from.handle, to.handle, context, given, &copied.value, &flag);
    });
  }
  copied.flag = flag != 0;
  return copied;
}

} // namespace moot::layer
