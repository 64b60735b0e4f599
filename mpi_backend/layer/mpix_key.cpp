// MPIX_Key_*.
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/state.h"

namespace moot::layer {
extern "C" {

MOOT_API int MPIX_Key_create(MPIX_Value_copy_function* value_copy_fn, MPIX_Value_free_function* value_free_fn,
                             MPIX_Value_destroy_function* value_destroy_fn, MPI_Aint context, MPIX_Key* key) {
  awake_flag = true;
  Call call;
  if (key == nullptr) return call.done(Reason::null_argument);
  const bool some_null = value_copy_fn == nullptr || value_free_fn == nullptr || value_destroy_fn == nullptr;
  if (some_null && is(Question::null_callbacks, Answer::erroneous)) return call.done(Reason::null_argument);
  const ObjectPtr made = state().records.create_key();
  made->copy_function = value_copy_fn;
  made->free_function = value_free_fn;
  made->destroy_function = value_destroy_fn;
  made->context = context;
  *key = MPIX_Handle_key(made->handle);
  return call.done(Reason::none);
}

MOOT_API int MPIX_Key_free(MPIX_Key* key) {
  Call call;
  if (key == nullptr) return call.done(Reason::null_argument);
  if (*key == MPIX_KEY_NULL) return call.done(Reason::key_null);
  const ObjectPtr object = state().records.find(Kind::key, MPIX_HANDLE(*key));
  if (!object) return call.done(Reason::key_dead);
  const Reason reason = free_object(call.lock(), object);
  if (reason == Reason::none) *key = MPIX_KEY_NULL;
  return call.done(reason);
}

MOOT_API MPI_Fint MPIX_Key_c2f(MPIX_Key key) {
  Call call;
  if (key == MPIX_KEY_NULL) {
    call.done(Reason::none);
    return 0;
  }
  ObjectPtr object;
  const bool usable = call.done(use_key(key, object)) == MPI_SUCCESS;
  return usable ? static_cast<MPI_Fint>(object->handle) : 0;
}

MOOT_API MPIX_Key MPIX_Key_f2c(MPI_Fint key) {
  Call call;
  const ObjectPtr object = state().records.find(Kind::key, key);
  call.done(Reason::none);
  return object ? MPIX_Handle_key(object->handle) : MPIX_KEY_NULL;
}

} // extern "C"
} // namespace moot::layer
