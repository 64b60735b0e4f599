// The executor below a stack of tools (mpi_backend/tools): programs that begin before MPI_Init, one for each process.
#include "model/vocabulary/question.h"
#include "mpi_backend/executor/attribute_trampolines.h"
#include "mpi_backend/executor/calls_tools.h"
#include "mpi_backend/executor/fortran_handles.h"
#include "mpi_backend/executor/interceptions.h"
#include "mpi_backend/executor/through.h"

#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <random>

namespace moot::executor {

const char* const through = "tools";
const bool cases_begin_mpi = true;

void initialize_through() {}

namespace {

void require_callable(const Statement& call) {
  const auto name = std::string(signature(call.procedure).name);
  if (call.language != Language::c) throw CannotRun("tools and Fortran at once run on the model only");
  if (caller(call.procedure, call.language) == nullptr) throw CannotRun("the library has no " + name);
  for (const auto& argument : call.arguments)
    if (argument && argument->front().type == Term::Type::procedure) {
      const auto of = static_cast<Procedure>(argument->front().number);
      if (intercepted(of) == nullptr)
        throw CannotRun(fmt::format("no tool can be called for {} here", signature(of).name));
    }
}

void require_callable(const Block& block) {
  for (const auto& statement : block) {
    if (statement.may_fail) throw CannotRun("no dup can be made to fail here: take 'may fail' out");
    if (statement.type == Statement::Type::call) require_callable(statement);
  }
}

// What MOOT_QMPI_ANSWERS knows (mpi_backend/tools/answers.cpp), and is drawn: the letter leaves it open.
constexpr std::array questions{Question::stack_order,         Question::calls_of_tools,    Question::unknown_tool,
                               Question::second_registration, Question::late_registration, Question::before_init};

// "stack-order=last-outermost", if it is among them; else "".
std::string pinned(const std::string& answers, std::string_view question) {
  const auto begin = (',' + answers).find(fmt::format(",{}=", question));
  return begin == std::string::npos ? "" : answers.substr(begin, answers.find(',', begin) - begin);
}

// (Answers to questions that are no library's are the checker's affair.)
std::string drawn_answers(std::uint64_t seed, const std::string& answers) {
  std::mt19937_64 random(seed);
  std::vector<std::string> drawn;
  if (const auto given = pinned(answers, text(Question::tool_twice).id); !given.empty()) drawn.push_back(given);
  for (const auto question : questions) {
    const auto& it = text(question);
    const auto own = fmt::format("{}={}", it.id, it.answers[random() % it.answers.size()]);
    const auto given = pinned(answers, it.id);
    drawn.push_back(given.empty() ? own : given);
  }
  return fmt::format("{}", fmt::join(drawn, ","));
}

} // namespace

void require_runnable(const Program& program) {
  if (has_threads(program)) throw CannotRun("tools and threads at once run on the model only");
  require_callable(program.main);
  for (const auto& callback : program.callbacks) require_callable(callback.body);
}

void start(const Program& program, std::uint64_t seed, const std::string& answers) {
  std::vector<std::string> names;
  for (const auto tool : program.stack) names.push_back(program.tools[static_cast<std::size_t>(tool)]);
  setenv("MOOT_QMPI_TOOLS", fmt::format("{}", fmt::join(names, ",")).c_str(), 1);
  setenv("MOOT_QMPI_ANSWERS", drawn_answers(seed, answers).c_str(), 1);
  begin_tools(program);
}

Caller caller(Procedure procedure, Language) {
  if (const auto call = tools_call(procedure); call != nullptr) return call;
  if (const auto call = common_call(procedure); call != nullptr) return call;
  return attributes_call(procedure);
}

void attribute_in_c(NativeCall&) {} // (all are)

std::int64_t handle_in_fortran(Kind kind, MPIX_Handle handle) { return to_fortran(kind, handle); }

void may_fail_next_dup() {}
MPIX_Handle predefined_key(Constant) { return 0; }
void free_key(MPIX_Handle) {}
ErrorClass own_error_class(int) { return ErrorClass::success; }

} // namespace moot::executor
