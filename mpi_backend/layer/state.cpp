#include "mpi_backend/layer/state.h"

#include "mpi_backend/layer/deferred.h"
#include "mpi_backend/layer/objects.h"

#include <cstdlib>

namespace moot::layer {
namespace {

const char* environment(const char* name, const char* otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : text;
}

State& make_state() {
  auto* made = new State; // never deleted: calls may come from destructors of the program
  made->draw.start(std::strtoull(environment("MPIX_LAYER_SEED", "0"), nullptr, 10),
                   environment("MPIX_LAYER_ANSWERS", ""));
  return *made;
}

} // namespace

State& state() {
  static State& state = make_state();
  return state;
}

thread_local constinit bool in_library = false;
std::atomic<bool> awake_flag = std::getenv("MPIX_LAYER_SEED") != nullptr;

Call::Call() : lock_(state().mutex) {}

// Did the call, or what ran at its end, leave a cycle of keys behind?
bool Call::end() {
  run_deferred(lock_);
  lock_.unlock();
  return take_cycle_left();
}

int Call::finish(int native_error) {
  if (native_error == MPI_SUCCESS) return done(Reason::none);
  end();
  return native_error;
}

int Call::done(Reason reason, MPI_Comm comm) {
  const bool cycle = end();
  return raise(cycle && reason == Reason::none ? Reason::key_cycle : reason, comm);
}

Reason use(Kind kind, MPIX_Handle handle, ObjectPtr& object) {
  if (handle == null_handle(kind)) return Reason::handle_null;
  object = state().records.seen(kind, handle);
  if (!object) return kind == Kind::key ? Reason::handle_freed : Reason::handle_kind;
  if (object->destroyed) return Reason::handle_freed;
  if (object->ending) return is(Question::use_in_destroy, Answer::erroneous) ? Reason::handle_ending : Reason::none;
  if (!object->freed) return Reason::none;
  if (kind == Kind::key && is(Question::stale_key, Answer::works)) return Reason::none;
  return Reason::handle_freed;
}

MPI_Comm errors_to(const ObjectPtr& object) {
  const bool speaks = object && object->kind == Kind::communicator && object->native_owed;
  return speaks ? from_handle<MPI_Comm>(object->handle) : MPI_COMM_WORLD;
}

Reason use_key(MPIX_Key key, ObjectPtr& object) {
  if (key == MPIX_KEY_NULL) return Reason::key_null;
  object = state().records.find(Kind::key, MPIX_HANDLE(key));
  if (!object) return Reason::key_dead;
  if (object->ending && is(Question::use_in_destroy, Answer::erroneous)) return Reason::key_ending;
  if (object->freed && is(Question::stale_key, Answer::erroneous)) return Reason::key_stale;
  return Reason::none;
}

} // namespace moot::layer
