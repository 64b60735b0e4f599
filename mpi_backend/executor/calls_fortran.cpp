// Calls of keyvals and attributes in compiled Fortran, which the build can't make of spec/procedures.toml: they pass functions and values in an
// interface of their own.
#include "mpi_backend/executor/attribute_trampolines.h"
#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/fortran_handles.h"

namespace moot::executor {
namespace {

using fortran::Holder;

Holder holder(Procedure procedure) {
  const auto& of = signature(procedure);
  switch (of.of != Kind::none ? of.of : of.in[0].kind) {
  case Kind::datatype: return Holder::datatype;
  case Kind::window: return Holder::window;
  default: return Holder::communicator;
  }
}

fortran::Interface interface(const NativeCall& call) {
  const bool old = style(call.procedure, call.language) == Style::integer;
  return {binding_of(call), holder(call.procedure), old ? fortran::Style::integer : fortran::Style::address};
}

const fortran::Calls& calls(const NativeCall& call) { return fortran::calls(interface(call)); }

MPI_Fint keyval(const NativeCall& call, std::size_t i) {
  return fortran::predefined_keyval(static_cast<int>(call.handles.at(i)));
}

MPI_Fint handle(const NativeCall& call) { return in_fortran(call, 0); }

int function(int function) {
  if (!is_predefined(function)) return fortran_function(function);
  return deed(predefined_of(function)) == Predefined::dup_fn ? fortran::dup_fn : fortran::null_copy_fn;
}
static_assert(fortran::null_copy_fn == fortran::null_delete_fn);

} // namespace

void create_keyval(NativeCall& call) {
  MPI_Fint made = unset_number;
  const auto extra_state = call.numbers[2];
  call.error = calls(call).create_keyval(function(call.functions[0]), function(call.functions[1]), extra_state,
                                         call.reuses_variable ? 0 : extra_state, &made);
  call.made = made;
}

void free_keyval(NativeCall& call) {
  auto freed = keyval(call, 0);
  call.error = calls(call).free_keyval(&freed);
  call.handles[0] = freed;
}

void set_attr(NativeCall& call) { call.error = calls(call).set_attr(handle(call), keyval(call, 1), call.numbers[2]); }

void get_attr(NativeCall& call) {
  call.flag = false;
  call.error = calls(call).get_attr(handle(call), keyval(call, 1), &call.result, &call.flag);
}

void delete_attr(NativeCall& call) { call.error = calls(call).delete_attr(handle(call), keyval(call, 1)); }

} // namespace moot::executor
