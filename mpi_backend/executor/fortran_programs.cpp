// What both executors need to know of programs in Fortran.
#include "mpi_backend/executor/fortran_handles.h"
#include "mpi_backend/executor/through.h"
#include "mpi_backend/executor/trampolines.h"

namespace moot::executor {
namespace {

constexpr int empty = fortran::most_callbacks - 1; // the function that does nothing

void require_of(const Statement& call) {
  if (!fortran::is_there()) throw CannotRun("it needs Fortran, and the executor was built without it");
  const auto& parameters = signature(call.procedure).in;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const auto& given = call.arguments[i];
    if (!given) continue;
    if (given->front().type == Term::Type::function && given->front().number >= empty)
      throw CannotRun("more than 16 callbacks before one that is given to Fortran");
    if (parameters[i].type == Parameter::Type::kind)
      throw CannotRun("'type:' in Fortran: an INTEGER does not tell of which kind a handle is");
  }
}

} // namespace

void require_fortran(const Program& program) {
  const auto in = [](const Block& block) {
    for (const auto& statement : block)
      if (statement.language != Language::c) require_of(statement);
  };
  in(program.main);
  for (const auto& callback : program.callbacks) in(callback.body);
}

int fortran_function(int function) { return function == empty_callback ? empty : function; }
int definition_of(int fortran_function) { return fortran_function == empty ? empty_callback : fortran_function; }

} // namespace moot::executor
