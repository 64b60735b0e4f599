// The callbacks that the library makes.
#include "mpi_backend/executor/interpreter.h"
#include "mpi_backend/executor/thread.h"

namespace moot::executor {
namespace {

// A library may say anything.
Kind kind_of(int handle_type) {
  const bool known = handle_type > 0 && handle_type < kind_count;
  return known ? static_cast<Kind>(handle_type) : Kind::communicator;
}

} // namespace

// The new object of the dup that this thread is in.
Value Interpreter::new_object(Kind kind, MPIX_Handle native) {
  RunningCall* dup = this_thread.call;
  if (dup == nullptr || !signature(dup->statement->procedure).duplicates || dup->shown.type == Value::Type::handle)
    return objects_.named_by(kind, native); // (or the end of an MPI_Comm_idup that has shown it)
  const auto& results = dup->statement->results;
  dup->shown = objects_.created(kind, native, results.empty() ? no_variable : results[0]);
  return dup->shown;
}

// MPI_Wait may have set its request to null before it calls back, and the callback may look at the variable.
void Interpreter::note_null_request() {
  const RunningCall* call = this_thread.call;
  if (call == nullptr || call->native == nullptr || call->native->request_place == nullptr) return;
  const auto& parameters = signature(call->statement->procedure).in;
  for (std::size_t i = 0; i < parameters.size() && parameters[i].inout; ++i)
    if (call->native->request_place[i] == MPI_REQUEST_NULL) leave_null(*call->statement, i);
}

// While callbacks of what has ended run, another thread may have been given the handle anew: the one of this thread's call is meant.
Value Interpreter::object_of(const Invocation& callback, Kind kind) {
  if (callback.language != Language::c && ends_before_its_callbacks(kind))
    if (const auto known = objects_.with_fortran(kind, callback.integer)) return *known;
  if (has_threads_now_ && this_thread.call != nullptr)
    for (const Value& argument : this_thread.call->arguments)
      if (argument.type == Value::Type::handle && argument.kind == kind && objects_[argument].native == callback.handle)
        return argument;
  return objects_.named_by(kind, callback.handle);
}

void Interpreter::run_body(int definition, RunningCallback& callback) {
  if (definition == empty_callback) return;
  const OpenBody body;
  run_block(program_.callbacks[static_cast<std::size_t>(definition)].body, &callback);
}

void Interpreter::on_callback(const Invocation& invocation) {
  const ThreadNumber number;
  note_null_request();
  const Kind kind = kind_of(invocation.handle_type);
  RunningCallback callback;
  callback.key = objects_.named_by(Kind::key, MPIX_HANDLE(invocation.key));
  callback.handle = object_of(invocation, kind);
  callback.handle_type = invocation.handle_type;
  callback.value = Value::integer(invocation.value);
  callback.context = Value::integer(invocation.context);
  if (invocation.role == Callback::copy) callback.new_handle = new_object(kind, invocation.new_handle);

  record_callback(invocation.role, callback, invocation.language);
  run_body(invocation.definition, callback);
  if (invocation.role == Callback::copy) {
    *invocation.flag = callback.new_value.type == Value::Type::integer ? 1 : 0;
    if (*invocation.flag != 0) *invocation.new_value = callback.new_value.number;
  }
  record_end(invocation.role, callback, invocation.language);
}

int Interpreter::on_callback(AttributeInvocation& invocation) {
  const ThreadNumber number;
  RunningCallback callback;
  callback.handle = objects_.named_by(invocation.kind, invocation.handle);
  callback.key = objects_.named_by(Kind::keyval, invocation.keyval);
  callback.value = received(invocation.value, invocation.language);
  callback.context = received(invocation.extra_state, invocation.language);
  const auto role = invocation.copy ? Callback::copy_attr : Callback::delete_attr;

  record_callback(role, callback, invocation.language);
  run_body(invocation.definition, callback);
  const bool given = callback.new_value.type != Value::Type::absent && callback.new_value.type != Value::Type::null;
  invocation.flag = static_cast<int>(callback.flag.value_or(given ? 1 : 0));
  if (given) invocation.new_value = passed(callback.new_value, invocation.language);
  record_end(role, callback, invocation.language);
  return code_of(callback.error);
}

int Interpreter::on_callback(const GrequestInvocation& invocation) {
  const ThreadNumber number;
  note_null_request();
  RunningCallback callback;
  callback.context = received(invocation.extra_state, Language::c);
  if (invocation.role == Callback::cancel_fn) callback.value = Value::integer(invocation.complete ? 1 : 0);

  record_callback(invocation.role, callback, Language::c);
  run_body(invocation.definition, callback);
  record_end(invocation.role, callback, Language::c);
  return code_of(callback.error);
}

} // namespace moot::executor
