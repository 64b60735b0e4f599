// The executor on the library as it is: today's attributes, in C and Fortran.
#include "mpi_backend/executor/attribute_trampolines.h"
#include "mpi_backend/executor/fortran_handles.h"
#include "mpi_backend/executor/through.h"

namespace moot::executor {

const char* const through = "native";
const bool cases_begin_mpi = false;

void initialize_through() { receive_from_fortran(); }

namespace {

void require_callable(const Block& block) {
  for (const auto& statement : block) {
    if (statement.may_fail) throw CannotRun("no dup can be made to fail here: take 'may fail' out");
    if (statement.type == Statement::Type::call && caller(statement.procedure, statement.language) == nullptr)
      throw CannotRun("the library has no " + std::string(signature(statement.procedure).name) +
                      (statement.language == Language::c ? "" : " in " + std::string(name(statement.language))));
  }
}

} // namespace

void require_runnable(const Program& program) {
  require_fortran(program);
  require_callable(program.main);
  for (const auto& callback : program.callbacks) require_callable(callback.body);
}

void start(const Program&, std::uint64_t, const std::string&) {}

Caller caller(Procedure procedure, Language language) {
  const bool in_c = language == Language::c;
  const auto call = in_c ? common_call(procedure) : common_call_in_fortran(procedure, language);
  if (call != nullptr) return call;
  return in_c ? attributes_call(procedure) : attributes_call_in_fortran(procedure, language);
}

void attribute_in_c(NativeCall& get) {
  if (const auto call = attributes_call(get.procedure); call != nullptr) call(get);
}

std::int64_t handle_in_fortran(Kind kind, MPIX_Handle handle) { return to_fortran(kind, handle); }

void may_fail_next_dup() {}
MPIX_Handle predefined_key(Constant) { return 0; }
void free_key(MPIX_Handle) {}
ErrorClass own_error_class(int) { return ErrorClass::success; }

} // namespace moot::executor
