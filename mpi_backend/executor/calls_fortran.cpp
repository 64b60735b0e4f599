// Calls of keyvals, attributes, dups and frees in compiled Fortran.
#include "mpi_backend/executor/attribute_trampolines.h"
#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/fortran/fortran.h"
#include "mpi_backend/executor/fortran_handles.h"

#include <optional>

namespace moot::executor {
namespace {

using fortran::Holder;

Holder holder(Procedure procedure) {
  switch (procedure) {
  case Procedure::type_create_keyval:
  case Procedure::type_free_keyval:
  case Procedure::type_set_attr:
  case Procedure::type_get_attr:
  case Procedure::type_delete_attr:
  case Procedure::type_dup:
  case Procedure::type_free: return Holder::datatype;
  case Procedure::win_create_keyval:
  case Procedure::win_free_keyval:
  case Procedure::win_set_attr:
  case Procedure::win_get_attr:
  case Procedure::win_delete_attr:
  case Procedure::win_free: return Holder::window;
  default: return Holder::communicator;
  }
}

fortran::Interface interface(const NativeCall& call) {
  const auto binding = static_cast<fortran::Binding>(static_cast<int>(call.language) - 1);
  static_assert(static_cast<int>(Language::mpif) == 1 && static_cast<int>(Language::mpi_f08) == 3);
  const bool old = style(call.procedure, call.language) == Style::integer;
  return {binding, holder(call.procedure), old ? fortran::Style::integer : fortran::Style::address};
}

const fortran::Calls& calls(const NativeCall& call) { return fortran::calls(interface(call)); }

MPI_Fint keyval(const NativeCall& call, std::size_t i) {
  return fortran::predefined_keyval(static_cast<int>(call.handles.at(i)));
}

MPI_Fint handle(const NativeCall& call) { return in_fortran(call, 0); }

int function(int function) {
  if (!is_predefined(function)) return function == empty_callback ? fortran::most_callbacks - 1 : function;
  return deed(predefined_of(function)) == Predefined::dup_fn ? fortran::dup_fn : fortran::null_copy_fn;
}
static_assert(fortran::null_copy_fn == fortran::null_delete_fn);

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

void dup(NativeCall& call) {
  make_in_fortran(call, [&](MPI_Fint* made) { return calls(call).dup(handle(call), made); });
}

void free(NativeCall& call) { change_in_fortran(call, calls(call).free); }

} // namespace

Caller fortran_call(Procedure procedure, Language language) {
  if (language == Language::c || !exists_in(procedure, language)) return nullptr;
  switch (procedure) {
  case Procedure::comm_create_keyval:
  case Procedure::type_create_keyval:
  case Procedure::win_create_keyval:
  case Procedure::keyval_create: return create_keyval;
  case Procedure::comm_free_keyval:
  case Procedure::type_free_keyval:
  case Procedure::win_free_keyval:
  case Procedure::keyval_free: return free_keyval;
  case Procedure::comm_set_attr:
  case Procedure::type_set_attr:
  case Procedure::win_set_attr:
  case Procedure::attr_put: return set_attr;
  case Procedure::comm_get_attr:
  case Procedure::type_get_attr:
  case Procedure::win_get_attr:
  case Procedure::attr_get: return get_attr;
  case Procedure::comm_delete_attr:
  case Procedure::type_delete_attr:
  case Procedure::win_delete_attr:
  case Procedure::attr_delete: return delete_attr;
  case Procedure::comm_dup:
  case Procedure::type_dup: return dup;
  case Procedure::comm_free:
  case Procedure::type_free:
  case Procedure::win_free: return free;
  default: return fortran_object_call(procedure);
  }
}

} // namespace moot::executor
