// Calls of the layer: keys and values (Ticket 304).
#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/trampolines.h"

namespace moot::executor {
namespace {

MPIX_Key key(const NativeCall& call, std::size_t i) { return MPIX_Handle_key(call.handles.at(i)); }

void key_create(NativeCall& call) {
  auto made = unset<MPIX_Key>();
  call.error = MPIX_Key_create(copy_function(call.functions[0]), free_function(call.functions[1]),
                               destroy_function(call.functions[2]), call.numbers[3], &made);
  call.made = MPIX_HANDLE(made);
}

void key_free(NativeCall& call) {
  MPIX_Key freed = key(call, 0);
  call.error = MPIX_Key_free(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

void key_c2f(NativeCall& call) { call.result = MPIX_Key_c2f(key(call, 0)); }
void key_f2c(NativeCall& call) { call.made = MPIX_HANDLE(MPIX_Key_f2c(static_cast<MPI_Fint>(call.numbers[0]))); }

void value_set(NativeCall& call) {
  call.error = MPIX_Value_set(key(call, 0), call.handle_type, call.handles[1], call.numbers[2]);
}

void value_get(NativeCall& call) {
  MPI_Aint value = 0;
  int flag = 0;
  call.error = MPIX_Value_get(key(call, 0), call.handle_type, call.handles[1], &value, &flag);
  call.result = value;
  call.flag = flag != 0;
}

void value_clear(NativeCall& call) { call.error = MPIX_Value_clear(key(call, 0), call.handle_type, call.handles[1]); }

} // namespace

Caller key_call(Procedure procedure) {
  switch (procedure) {
  case Procedure::key_create: return key_create;
  case Procedure::key_free: return key_free;
  case Procedure::key_c2f: return key_c2f;
  case Procedure::key_f2c: return key_f2c;
  case Procedure::value_set: return value_set;
  case Procedure::value_get: return value_get;
  case Procedure::value_clear: return value_clear;
  default: return nullptr;
  }
}

} // namespace moot::executor
