// The executor on the layer: Ticket 304, and what of MPI it wraps.
#include "mpi_backend/executor/fortran_handles.h"
#include "mpi_backend/executor/through.h"

namespace moot::executor {

const char* const through = "layer";
const bool cases_begin_mpi = false;

void initialize_through() { receive_keys_from_fortran(); }

namespace {

void require_callable(const Block& block) {
  for (const auto& statement : block)
    if (statement.type == Statement::Type::call && caller(statement.procedure, statement.language) == nullptr)
      throw CannotRun("the library has no " + std::string(signature(statement.procedure).name));
}

} // namespace

void require_runnable(const Program& program) {
  if (areas_of(program).attributes)
    throw CannotRun("a case with keys and today's attributes at once runs on the model only");
  require_callable(program.main);
  for (const auto& callback : program.callbacks) require_callable(callback.body);
  require_fortran(program);
}

void start(const Program&, std::uint64_t seed, const std::string& answers) {
  if (MPIX_Layer_start(seed, answers.c_str()) != MPI_SUCCESS)
    throw std::runtime_error("the layer does not know the answers '" + answers + "'");
}

Caller caller(Procedure procedure, Language language) {
  const bool in_c = language == Language::c;
  const auto call = in_c ? common_call(procedure) : common_call_in_fortran(procedure, language);
  if (call != nullptr) return call;
  return in_c ? ticket304_call(procedure) : ticket304_call_in_fortran(procedure, language);
}

void attribute_in_c(NativeCall&) {}

std::int64_t handle_in_fortran(Kind kind, MPIX_Handle handle) { return to_fortran(kind, handle); }

void may_fail_next_dup() { MPIX_Layer_may_fail_next_dup(); }

MPIX_Handle predefined_key(Constant constant) {
  switch (constant) {
  case Constant::key_tag_ub: return MPIX_HANDLE(MPIX_KEY_TAG_UB);
  case Constant::key_host: return MPIX_HANDLE(MPIX_KEY_HOST);
  case Constant::key_io: return MPIX_HANDLE(MPIX_KEY_IO);
  default: return MPIX_HANDLE(MPIX_KEY_WTIME_IS_GLOBAL);
  }
}

void free_key(MPIX_Handle key) {
  MPIX_Key freed = MPIX_Handle_key(key);
  MPIX_Key_free(&freed);
}

ErrorClass own_error_class(int error_class) {
  if (error_class == MPIX_ERR_KEY) return ErrorClass::key;
  return error_class == MPIX_ERR_HANDLE ? ErrorClass::handle : ErrorClass::success;
}

} // namespace moot::executor
