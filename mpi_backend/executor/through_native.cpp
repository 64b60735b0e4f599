// The executor on the library as it is: today's attributes, in C and Fortran.
#include "mpi_backend/executor/attribute_trampolines.h"
#include "mpi_backend/executor/fortran_handles.h"
#include "mpi_backend/executor/through.h"

namespace moot::executor {

const char* const through = "native";

void initialize_through() { receive_from_fortran(); }

namespace {

void require_callable(const Block& block) {
  for (const auto& statement : block) {
    if (statement.may_fail) throw CannotRun("no dup can be made to fail here: take 'may fail' out");
    if (statement.language != Language::c && !fortran::is_there())
      throw CannotRun("it needs Fortran, and the executor was built without it");
    if (statement.type == Statement::Type::call && caller(statement.procedure, statement.language) == nullptr)
      throw CannotRun("the library has no " + std::string(signature(statement.procedure).name) +
                      (statement.language == Language::c ? "" : " in " + std::string(name(statement.language))));
    if (statement.language == Language::c) continue;
    for (const auto& argument : statement.arguments)
      if (argument && argument->front().type == Term::Type::function &&
          argument->front().number >= fortran::most_callbacks - 1)
        throw CannotRun("more than 16 callbacks before one that is given to Fortran");
  }
}

} // namespace

void require_runnable(const Program& program) {
  require_callable(program.main);
  for (const auto& callback : program.callbacks) require_callable(callback.body);
}

std::string start(std::uint64_t, const std::string&) { return ""; }

Caller caller(Procedure procedure, Language language) {
  if (language != Language::c) return fortran_call(procedure, language);
  const auto call = common_call(procedure);
  return call != nullptr ? call : attributes_call(procedure);
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
