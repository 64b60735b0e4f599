// MPIX_Key_*.
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/state.h"

namespace moot::layer {
extern "C" {

MOOT_API int MPIX_Key_create(MPIX_Value_copy_function* value_copy_fn, MPIX_Value_free_function* value_free_fn,
                             MPIX_Value_destroy_function* value_destroy_fn, MPI_Aint context, MPIX_Key* key) {
  awake_flag = true;
  return in_call([=](Lock&) -> Outcome {
    if (key == nullptr) return Reason::null_argument;
    const bool some_null = value_copy_fn == nullptr || value_free_fn == nullptr || value_destroy_fn == nullptr;
    if (some_null && is(Question::null_callbacks, Answer::erroneous)) return Reason::null_argument;
    const ObjectPtr made = state().records.create_key();
    made->copy_function = value_copy_fn;
    made->free_function = value_free_fn;
    made->destroy_function = value_destroy_fn;
    made->context = context;
    *key = MPIX_Handle_key(made->handle);
    return Reason::none;
  });
}

MOOT_API int MPIX_Key_free(MPIX_Key* key) {
  return in_call([=](Lock& lock) -> Outcome {
    if (key == nullptr) return Reason::null_argument;
    if (*key == MPIX_KEY_NULL) return Reason::key_null;
    const ObjectPtr object = state().records.find(Kind::key, MPIX_HANDLE(*key));
    if (!object) return Reason::key_dead;
    const Reason reason = free_object(lock, object);
    if (reason == Reason::none) *key = MPIX_KEY_NULL;
    return reason;
  });
}

MOOT_API MPI_Fint MPIX_Key_c2f(MPIX_Key key) {
  MPI_Fint number = 0;
  in_call([&](Lock&) -> Outcome {
    if (key == MPIX_KEY_NULL) return Reason::none;
    ObjectPtr object;
    const Reason reason = use_key(key, object);
    if (reason == Reason::none) number = static_cast<MPI_Fint>(object->handle);
    return reason;
  });
  return number;
}

MOOT_API MPIX_Key MPIX_Key_f2c(MPI_Fint key) {
  MPIX_Key found = MPIX_KEY_NULL;
  in_call([&](Lock&) -> Outcome {
    if (state().records.find(Kind::key, key) != nullptr) found = MPIX_Handle_key(key);
    return Reason::none;
  });
  return found;
}

} // extern "C"
} // namespace moot::layer
