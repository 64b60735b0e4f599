// MPIX_Value_*.
#include "mpi_backend/layer/fault.h"
#include "mpi_backend/layer/state.h"
#include "mpi_backend/layer/turns.h"
#include "mpi_backend/layer/values.h"

#include <algorithm>

namespace moot::layer {
namespace {

// The arguments that all three share, checked.
struct Target {
  Reason reason = Reason::none;
  Object* key = nullptr;
  Object* object = nullptr;

  // Whose error handler is called.
  MPI_Comm comm() const { return object == nullptr ? MPI_COMM_WORLD : errors_to(object); }
};

Target find_target(MPIX_Key key, int handle_type, MPIX_Handle handle) {
  Target target;
  const auto kind = static_cast<Kind>(handle_type);
  if (!is_kind(handle_type)) {
    target.reason = Reason::handle_type;
    return target;
  }
  target.reason = use_holder(kind, handle, target.object);
  if (target.reason != Reason::none) return target;
  target.reason = use_key(key, target.key);
  return target;
}

// May the program set or clear this value, here and now?
Reason may_change(const Object& object, const Object& key) {
  if (key.predefined) {
    ask(Question::predefined_key); // under both answers the layer returns an error
    return Reason::key_predefined;
  }
  if (object.freeing && is(Question::mutate_in_free, Answer::erroneous)) return Reason::set_in_free;
  if (object.copying > 0 && Running::here(Function::copy, object) && is(Question::mutate_in_copy, Answer::erroneous))
    return Reason::set_in_copy;
  if (object.destroying == 0) return Reason::none;
  const auto is_own = [&](const Value& value) { return value.destroying > 0 && value.key.get() == &key; };
  if (std::ranges::any_of(object.values, is_own))
    return is(Question::set_in_destroy, Answer::erroneous) ? Reason::set_in_destroy : Reason::none;
  const bool inside = Running::here(Function::destroy, object);
  return inside && is(Question::mutate_in_destroy, Answer::erroneous) ? Reason::other_set_in_destroy : Reason::none;
}

// The same, of a call that sets or clears the value, when no other thread does so.
Target find_target_to_change(Lock& lock, MPIX_Key key, int handle_type, MPIX_Handle handle) {
  Target target = find_target(key, handle_type, handle);
  while (target.reason == Reason::none && lock.keeps_others_out() && Turn::elsewhere(*target.object, *target.key)) {
    if (is(Question::concurrent_change, Answer::erroneous)) {
      target.reason = Reason::set_elsewhere;
      return target;
    }
    const ObjectPtr kept = target.object;
    Turn::await_an_end(lock);
    target = find_target(key, handle_type, handle);
  }
  if (target.reason == Reason::none) target.reason = may_change(*target.object, *target.key);
  return target;
}

// Does MPI attach its attributes to this communicator? To MPI_COMM_WORLD it does.
bool has_predefined(const Object& communicator) {
  if (communicator.handle == to_handle(MPI_COMM_WORLD)) return true;
  const Answer where = ask(Question::predefined_key_elsewhere);
  return where == Answer::everywhere || (where == Answer::on_duplicates && communicator.of_world);
}

// What the MPI library itself says under a predefined key.
bool get_predefined(Lock& lock, const Target& target, MPI_Aint* value) {
  constexpr int keyvals[] = {MPI_TAG_UB, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL};
  if (target.object->kind != Kind::communicator || !has_predefined(*target.object)) return false;
  const int keyval = keyvals[target.key->handle - MPIX_HANDLE(MPIX_KEY_TAG_UB)];
  const Unlocked unlocked(lock);
  int* attribute = nullptr;
  int flag = 0;
  const int error = PMPI_Comm_get_attr(MPI_COMM_WORLD, keyval, static_cast<void*>(&attribute), &flag);
  if (error != MPI_SUCCESS || flag == 0) return false;
  *value = *attribute;
  return true;
}

} // namespace

extern "C" {

MOOT_API int MPIX_Value_set(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint value) {
  return in_call([=](Lock& lock) -> Outcome {
    const Target target = find_target_to_change(lock, key, handle_type, handle);
    if (target.reason == Reason::none && replace_quietly(*target.object, *target.key, value)) return Reason::none;
    const MPI_Comm comm = target.comm();
    if (target.reason == Reason::none) set_value(lock, target.object, target.key, value);
    return {target.reason, comm};
  });
}

MOOT_API int MPIX_Value_get(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint* value, int* flag) {
  return in_call([=](Lock& lock) -> Outcome {
    if (value == nullptr || flag == nullptr) return Reason::null_argument;
    const Target target = find_target(key, handle_type, handle);
    if (target.reason != Reason::none) return {target.reason, target.comm()};
    if (target.key->predefined) {
      *flag = get_predefined(lock, target, value) ? 1 : 0;
    } else {
      const bool blind = fault == Fault::thread_sees_nothing && !is_main_thread();
      const Value* const found = blind ? nullptr : visible(*target.object, *target.key);
      *flag = found != nullptr ? 1 : 0;
      if (found != nullptr) *value = found->value;
    }
    return Reason::none;
  });
}

MOOT_API int MPIX_Value_clear(MPIX_Key key, int handle_type, MPIX_Handle handle) {
  return in_call([=](Lock& lock) -> Outcome {
    const Target target = find_target_to_change(lock, key, handle_type, handle);
    const MPI_Comm comm = target.comm();
    if (target.reason == Reason::none) clear_value(lock, target.object, target.key);
    return {target.reason, comm};
  });
}

} // extern "C"
} // namespace moot::layer
