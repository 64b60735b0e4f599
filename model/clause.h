// The clauses that rules rest on, as data. spec/clauses/ has the quotation and source of each; a test compares the two.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace moot {

enum class ErrorClass : std::uint32_t; // program.h

enum class Clause : std::uint8_t {
  none,
  key_refcounted,
  key_any_kind,
  key_create,
  key_free,
  key_fortran,
  key_predefined,
  set,
  set_replace,
  get,
  clear,
  clear_absent,
  callbacks_void,
  copy_when,
  copy_arguments,
  copy_flag,
  free_when,
  free_every_value,
  free_arguments,
  free_before_freed,
  free_handle_works,
  free_own_handle,
  free_other_handle,
  free_key_null,
  free_context,
  free_get_own,
  free_get_other,
  free_order,
  free_mutate,
  destroy_object,
  destroy_clear,
  destroy_replace,
  destroy_arguments,
  destroy_key_null,
  destroy_context,
  handle_valid,
  handle_kind,
  handle_predefined,
  handle_reused,
  object_kept,
  datatype_by_value,
  operation_completes,
  datatype_committed,
  file_closed,
  call_succeeds,
  argument_valid,
  error_class,
  error_add,
  error_string,
  error_handler,
  error_fatal,
  error_objectless,
  keyval_create,
  keyval_free,
  keyval_valid,
  keyval_diagnosed,
  keyval_kind,
  keyval_predefined,
  win_predefined,
  keyval_stale,
  attr_set,
  attr_get,
  attr_delete,
  comm_idup,
  attr_copy,
  attr_copy_arguments,
  attr_copy_flag,
  attr_copy_fails,
  attr_free,
  attr_delete_arguments,
  attr_delete_fails,
  attr_callback,
  attr_finalize,
  attr_value,
  attr_extra_state,
  attr_predefined,
  memory_lifetime,
};
inline constexpr int clause_count = static_cast<int>(Clause::memory_lifetime) + 1;

// "t304.free.own-handle", "mpi.handle.valid", ...; "" for Clause::none.
std::string_view id(Clause clause);

// A fault that a library need not notice. Where it does, and the call returns an error, the law may say of which class that is.
struct Diagnosis {
  Clause fault;
  ErrorClass error;
  Clause by; // that says so
};
std::span<const Diagnosis> diagnoses();
const Diagnosis* diagnosis_of(Clause fault); // null: the law names no class

} // namespace moot
