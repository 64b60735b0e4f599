#include "mpi_backend/layer/state.h"

#include <cstdlib>

namespace moot::layer {
namespace {

const char* environment(const char* name, const char* otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : text;
}

// Why a handle has no record, and gets none.
Reason unseen(Kind kind, MPIX_Handle handle) {
  if (kind == Kind::key) return Reason::handle_freed;
  return state().records.is_other_kind(kind, handle) ? Reason::handle_kind : Reason::request_unseen;
}

} // namespace

State::State() {
  draw.start(std::strtoull(environment("MPIX_LAYER_SEED", "0"), nullptr, 10), environment("MPIX_LAYER_ANSWERS", ""));
}

alignas(State) std::byte state_memory[sizeof(State)];

thread_local constinit bool in_library = false;
std::atomic<bool> awake_flag = std::getenv("MPIX_LAYER_SEED") != nullptr;

Reason use_special(Kind kind, MPIX_Handle handle, Object*& object) {
  if (handle == null_handle(kind)) return Reason::handle_null;
  object = state().records.seen(kind, handle);
  if (object == nullptr) return unseen(kind, handle);
  if (object->destroyed) return Reason::handle_freed;
  if (object->ending) return is(Question::use_in_destroy, Answer::erroneous) ? Reason::handle_ending : Reason::none;
  if (!object->freed || object->generalized != nullptr) return Reason::none;
  if (kind == Kind::key && is(Question::stale_key, Answer::works)) return Reason::none;
  return Reason::handle_freed;
}

Reason use_unsure(Kind kind, MPIX_Handle handle, Object*& object) {
  const bool is_new = object == nullptr && handle != null_handle(kind);
  return is_new && state().records.seems_other_kind(kind, handle) ? Reason::handle_kind
                                                                  : use_special(kind, handle, object);
}

MPI_Comm errors_to(const ObjectPtr& object) {
  const bool speaks = object && object->kind == Kind::communicator && object->native_owed;
  return speaks ? from_handle<MPI_Comm>(object->handle) : MPI_COMM_WORLD;
}

Reason use_special_key(MPIX_Key key, const Object* object) {
  if (key == MPIX_KEY_NULL) return Reason::key_null;
  if (object == nullptr) return Reason::key_dead;
  const bool is_over = object->ending && object->references == 0; // (else stale-key decides: destroy-time = at-free)
  if (is_over && is(Question::use_in_destroy, Answer::erroneous)) return Reason::key_ending;
  if (object->freed && is(Question::stale_key, Answer::erroneous)) return Reason::key_stale;
  return Reason::none;
}

} // namespace moot::layer
