// Calls of keys and values in compiled Fortran, and the callbacks of keys: they pass functions, and handles of any kind.
#include "mpi_backend/executor/fortran/keys.h"
#include "mpi_backend/executor/fortran_handles.h"
#include "mpi_backend/executor/trampolines.h"

namespace moot::executor {
namespace {

const fortran::KeyCalls& calls(const NativeCall& call) { return fortran::key_calls(binding_of(call)); }

MPI_Fint key(const NativeCall& call) { return in_fortran(call, 0); }
MPI_Fint handle(const NativeCall& call) { return to_fortran(static_cast<Kind>(call.handle_type), call.handles[1]); }

int function(int function) { return function == no_function ? fortran::null_function : fortran_function(function); }

constexpr Callback role(fortran::KeyFunction function) { return static_cast<Callback>(function); }
static_assert(role(fortran::KeyFunction::copy) == Callback::copy &&
              role(fortran::KeyFunction::free) == Callback::free &&
              role(fortran::KeyFunction::destroy) == Callback::destroy);

void from_compiled_fortran(const fortran::KeyInvocation& of) {
  const auto kind = static_cast<Kind>(of.handle_type);
  MPI_Aint new_value = 0;
  int flag = 0;
  Invocation invocation;
  invocation.role = role(of.function);
  invocation.language = static_cast<Language>(static_cast<int>(of.binding) + 1);
  invocation.definition = definition_of(of.number);
  invocation.key = MPIX_Handle_key(of.key);
  invocation.handle_type = of.handle_type;
  invocation.integer = of.handle;
  invocation.handle = from_fortran(kind, of.handle);
  invocation.context = of.context;
  invocation.value = of.value;
  if (of.function == fortran::KeyFunction::copy) {
    invocation.new_handle = from_fortran(kind, of.new_handle);
    invocation.new_value = &new_value;
    invocation.flag = &flag;
  }
  enter(invocation);
  if (of.function != fortran::KeyFunction::copy) return;
  *of.flag = flag != 0;
  *of.new_value = new_value;
}

} // namespace

void receive_keys_from_fortran() { fortran::receive_keys(from_compiled_fortran); }

void key_create(NativeCall& call) {
  MPI_Fint made = unset_number;
  call.error = calls(call).key_create(function(call.functions[0]), function(call.functions[1]),
                                      function(call.functions[2]), call.numbers[3], &made);
  call.made = made_in_fortran(Kind::key, made);
}

void key_free(NativeCall& call) {
  auto freed = key(call);
  call.error = calls(call).key_free(&freed);
  call.handles[0] = from_fortran(Kind::key, freed);
}

void value_set(NativeCall& call) {
  call.error = calls(call).value_set(key(call), call.handle_type, handle(call), call.numbers[2]);
}

void value_get(NativeCall& call) {
  call.flag = false;
  call.error = calls(call).value_get(key(call), call.handle_type, handle(call), &call.result, &call.flag);
}

void value_clear(NativeCall& call) { call.error = calls(call).value_clear(key(call), call.handle_type, handle(call)); }

} // namespace moot::executor
