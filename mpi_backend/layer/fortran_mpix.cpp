// The interface of mpix.h for Fortran: what mpix.f90 and mpixf.h declare.
#include "mpi_backend/layer/fortran_handles.h"
#include "mpi_backend/layer/state.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

namespace moot::layer {
namespace {

// (In programs of `use mpix` IERROR may be left out.)
void end(MPI_Fint* ierror, int error) {
  if (ierror != nullptr) *ierror = error;
}

MPIX_Key key_of(const MPI_Fint* key) { return MPIX_Handle_key(*key); }

// A type that there isn't is an error of the call.
MPIX_Handle handle_of(const MPI_Fint* handle_type, const MPI_Fint* handle) {
  if (!is_kind(*handle_type)) return 0;
  return from_fortran(static_cast<Kind>(*handle_type), *handle);
}

// Without the blanks at the end.
std::string trimmed(const char* text, std::size_t length) {
  std::string copy(text, length);
  copy.erase(copy.find_last_not_of(' ') + 1);
  return copy;
}

// As much of it as the place takes, blanks behind it; and how long it is.
void give(std::string_view whole, char* text, std::size_t length, MPI_Fint* resultlen) {
  *resultlen = static_cast<MPI_Fint>(whole.size());
  const std::size_t given = std::min(whole.size(), length);
  std::memcpy(text, whole.data(), given);
  std::fill(text + given, text + length, ' ');
}

template <class Function> Function* unless_null(Function* function, Function* null) {
  return function == null ? nullptr : function;
}

} // namespace

extern "C" {

// They stand for C's null pointer, and are never called.
MOOT_API void mpix_null_copy_fn_(MPIX_Key, int, MPIX_Handle, MPIX_Handle, MPI_Aint, MPI_Aint, MPI_Aint*, int*) {}
MOOT_API void mpix_null_free_fn_(MPIX_Key, int, MPIX_Handle, MPI_Aint, MPI_Aint) {}
MOOT_API void mpix_null_destroy_fn_(MPIX_Key, int, MPIX_Handle, MPI_Aint, MPI_Aint) {}

MOOT_API void mpix_key_create_(MPIX_Value_copy_function* value_copy_fn, MPIX_Value_free_function* value_free_fn,
                               MPIX_Value_destroy_function* value_destroy_fn, const MPI_Aint* context, MPI_Fint* key,
                               MPI_Fint* ierror) {
  MPIX_Key made = MPIX_KEY_NULL;
  const int error =
      MPIX_Key_create(unless_null(value_copy_fn, mpix_null_copy_fn_), unless_null(value_free_fn, mpix_null_free_fn_),
                      unless_null(value_destroy_fn, mpix_null_destroy_fn_), *context, &made);
  if (error == MPI_SUCCESS) {
    const Lock lock;
    state().records.find(Kind::key, MPIX_HANDLE(made))->in_fortran = true;
    *key = to_fortran(Kind::key, MPIX_HANDLE(made));
  }
  end(ierror, error);
}

MOOT_API void mpix_key_free_(MPI_Fint* key, MPI_Fint* ierror) {
  MPIX_Key freed = key_of(key);
  const int error = MPIX_Key_free(&freed);
  *key = to_fortran(Kind::key, MPIX_HANDLE(freed));
  end(ierror, error);
}

MOOT_API void mpix_value_set_(const MPI_Fint* key, const MPI_Fint* handle_type, const MPI_Fint* handle,
                              const MPI_Aint* value, MPI_Fint* ierror) {
  end(ierror, MPIX_Value_set(key_of(key), *handle_type, handle_of(handle_type, handle), *value));
}

MOOT_API void mpix_value_get_(const MPI_Fint* key, const MPI_Fint* handle_type, const MPI_Fint* handle, MPI_Aint* value,
                              MPI_Fint* flag, MPI_Fint* ierror) {
  int found = 0;
  const int error = MPIX_Value_get(key_of(key), *handle_type, handle_of(handle_type, handle), value, &found);
  if (error == MPI_SUCCESS) *flag = to_logical(found != 0);
  end(ierror, error);
}

MOOT_API void mpix_value_clear_(const MPI_Fint* key, const MPI_Fint* handle_type, const MPI_Fint* handle,
                                MPI_Fint* ierror) {
  end(ierror, MPIX_Value_clear(key_of(key), *handle_type, handle_of(handle_type, handle)));
}

MOOT_API MPI_Fint mpix_err_key_(void) { return MPIX_Err_key(); }
MOOT_API MPI_Fint mpix_err_handle_(void) { return MPIX_Err_handle(); }

MOOT_API void mpix_layer_start_(const std::int64_t* seed, const char* answers, MPI_Fint* ierror, std::size_t length) {
  end(ierror, MPIX_Layer_start(static_cast<std::uint64_t>(*seed), trimmed(answers, length).c_str()));
}

MOOT_API void mpix_layer_drawn_(char* text, MPI_Fint* resultlen, MPI_Fint* ierror, std::size_t length) {
  std::string drawn(static_cast<std::size_t>(MPIX_Layer_drawn(nullptr, 0)) + 1, '\0');
  MPIX_Layer_drawn(drawn.data(), static_cast<int>(drawn.size()));
  drawn.pop_back();
  give(drawn, text, length, resultlen);
  end(ierror, MPI_SUCCESS);
}

// (No values on this kind: nothing, of length 0.)
static void give_meaning(const char* meaning, char* text, MPI_Fint* resultlen, MPI_Fint* ierror, std::size_t length) {
  give(meaning == nullptr ? "" : meaning, text, length, resultlen);
  end(ierror, MPI_SUCCESS);
}
MOOT_API void mpix_layer_free_means_(const MPI_Fint* handle_type, char* text, MPI_Fint* resultlen, MPI_Fint* ierror,
                                     std::size_t length) {
  give_meaning(MPIX_Layer_free_means(*handle_type), text, resultlen, ierror, length);
}
MOOT_API void mpix_layer_destroy_means_(const MPI_Fint* handle_type, char* text, MPI_Fint* resultlen, MPI_Fint* ierror,
                                        std::size_t length) {
  give_meaning(MPIX_Layer_destroy_means(*handle_type), text, resultlen, ierror, length);
}

MOOT_API void mpix_layer_may_fail_next_dup_(MPI_Fint* ierror) {
  MPIX_Layer_may_fail_next_dup();
  end(ierror, MPI_SUCCESS);
}

} // extern "C"
} // namespace moot::layer
