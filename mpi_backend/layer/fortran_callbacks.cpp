#include "mpi_backend/layer/fortran_callbacks.h"

#include "mpi_backend/layer/fortran_handles.h"

namespace moot::layer {
namespace {

// What the program declares as subroutines (MPIX_Value_copy_function and its like in mpix.f90). They may write to their arguments.
using CopySubroutine = void(MPI_Fint* key, MPI_Fint* handle_type, MPI_Fint* old_handle, MPI_Fint* new_handle,
                            MPI_Aint* key_context, MPI_Aint* old_value, MPI_Aint* new_value, MPI_Fint* flag);
using Subroutine = void(MPI_Fint* key, MPI_Fint* handle_type, MPI_Fint* handle, MPI_Aint* key_context, MPI_Aint* value);

// (By way of a type that compilers take for any function's.)
template <class To, class From> To* as(From* function) {
  return reinterpret_cast<To*>(reinterpret_cast<void (*)()>(function));
}

MPI_Fint integer(const Object& object, MPIX_Handle handle) {
  return handle == object.handle ? object.integer : to_fortran(object.kind, handle);
}

} // namespace

void call_fortran(MPIX_Value_free_function* function, MPIX_Key key, const Object& object, MPIX_Handle handle,
                  MPI_Aint context, MPI_Aint value) {
  auto its_key = to_fortran(Kind::key, MPIX_HANDLE(key));
  auto type = static_cast<MPI_Fint>(object.kind);
  auto its_handle = integer(object, handle);
  as<Subroutine>(function)(&its_key, &type, &its_handle, &context, &value);
}

void call_fortran_copy(MPIX_Value_copy_function* function, MPIX_Key key, const Object& from, const Object& to,
                       MPI_Aint context, MPI_Aint value, MPI_Aint* new_value, int* flag) {
  auto its_key = to_fortran(Kind::key, MPIX_HANDLE(key));
  auto type = static_cast<MPI_Fint>(from.kind);
  auto old_handle = integer(from, from.handle);
  auto new_handle = to_fortran(to.kind, to.handle);
  auto its_flag = to_logical(false);
  as<CopySubroutine>(function)(&its_key, &type, &old_handle, &new_handle, &context, &value, new_value, &its_flag);
  *flag = is_true(its_flag) ? 1 : 0;
}

void note_integer(Object& object) {
  if (object.native_owed) object.integer = to_fortran(object.kind, object.handle);
}

} // namespace moot::layer
