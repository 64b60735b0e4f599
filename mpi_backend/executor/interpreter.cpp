// Statements, and the way of a call. What it gives back is in results.cpp, what is recorded of it in recording.cpp; the callbacks are in
// callbacks.cpp.
#include "mpi_backend/executor/interpreter.h"

#include "mpi_backend/executor/evaluate.h"
#include "mpi_backend/executor/thread.h"
#include "mpi_backend/executor/through.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace moot::executor {

std::mutex interpreting;
Callee* callee = nullptr;

namespace {

struct ErrorCode {
  ErrorClass error;
  int code;
};
constexpr std::array codes{
    ErrorCode{ErrorClass::success, MPI_SUCCESS},       ErrorCode{ErrorClass::arg, MPI_ERR_ARG},
    ErrorCode{ErrorClass::other, MPI_ERR_OTHER},       ErrorCode{ErrorClass::comm, MPI_ERR_COMM},
    ErrorCode{ErrorClass::type, MPI_ERR_TYPE},         ErrorCode{ErrorClass::win, MPI_ERR_WIN},
    ErrorCode{ErrorClass::keyval, MPI_ERR_KEYVAL},     ErrorCode{ErrorClass::intern, MPI_ERR_INTERN},
    ErrorCode{ErrorClass::topology, MPI_ERR_TOPOLOGY},
};

// (Before MPI_Init, Open MPI aborts where it is asked. What tools get there are classes.)
int class_of(int code) {
  int is_begun = 0;
  PMPI_Initialized(&is_begun);
  if (is_begun == 0) return code;
  int error = MPI_ERR_UNKNOWN;
  return PMPI_Error_class(code, &error) == MPI_SUCCESS ? error : MPI_ERR_UNKNOWN;
}

} // namespace

ErrorClass error_class(int code) {
  if (code == MPI_SUCCESS) return ErrorClass::success;
  const auto error = class_of(code);
  if (const auto own = own_error_class(error); own != ErrorClass::success) return own;
  const auto* found = std::find_if(codes.begin(), codes.end(), [&](const ErrorCode& it) { return it.code == error; });
  return found == codes.end() ? ErrorClass::unknown : found->error;
}

int code_of(ErrorClass error) {
  const auto* found = std::find_if(codes.begin(), codes.end(), [&](const ErrorCode& it) { return it.error == error; });
  return found == codes.end() ? MPI_ERR_UNKNOWN : found->code;
}

Interpreter::Interpreter(const Program& program, Recorder& recorder, std::uint64_t seed)
    : program_(program), recorder_(recorder), objects_(areas_of(program).ways), variables_(program.variables.size()),
      seed_(seed) {}

void Interpreter::run() {
  const std::lock_guard lock(interpreting);
  callee = this;
  run_block(program_.main, nullptr);
  callee = nullptr;
}

void Interpreter::run(const Block& block, std::size_t first, std::size_t end, RunningCallback* callback) {
  for (std::size_t i = first; i < end && (callback != nullptr || !finalized_); ++i) {
    const Statement& statement = block[i];
    delay();
    switch (statement.type) {
    case Statement::Type::call: call(statement, callback); break;
    case Statement::Type::assign: assign(statement, callback); break;
    case Statement::Type::branch:
      if (evaluate(statement.expression, callback).as_integer() == 0) i += statement.length;
      break;
    case Statement::Type::return_: {
      const Value error = evaluate(statement.expression, callback);
      if (error.is_error()) callback->error = error;
      return;
    }
    case Statement::Type::allocate:
    case Statement::Type::store:
    case Statement::Type::deallocate: change_memory(statement, callback); break;
    case Statement::Type::lock: lock(statement.target); break;
    case Statement::Type::thread: i = run_threads(i) - 1; break;
    case Statement::Type::next: pass_on(statement, *callback); break;
    case Statement::Type::unlock:
      variable(statement.target) = Value::integer(0);
      owners_.erase(statement.target);
      break;
    }
  }
}

void Interpreter::change_memory(const Statement& statement, const RunningCallback* callback) {
  const Value value = evaluate(statement.expression, callback);
  if (statement.type == Statement::Type::allocate)
    variable(statement.target) = memory_.allocate(value.as_integer(), statement.target);
  else if (statement.type == Statement::Type::store)
    memory_.write(evaluate(*statement.arguments[0], callback), value.as_integer());
  else
    memory_.free(value);
}

// The thread that holds it waits for ever.
void Interpreter::lock(std::int32_t target) {
  while (variable(target).as_integer() != 0) {
    const auto owner = owners_.find(target);
    if (owner == owners_.end() || owner->second == std::this_thread::get_id()) {
      const auto& name = program_.variables[static_cast<std::size_t>(target)];
      recorder_.give_up("waits for ever: lock " + name + " is held by the same thread");
    }
    const Unlocked unlocked;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  variable(target) = Value::integer(1);
  owners_[target] = std::this_thread::get_id();
}

void Interpreter::assign(const Statement& statement, RunningCallback* callback) {
  const Value value = evaluate(statement.expression, callback);
  const bool number = value.is_number() || value.type == Value::Type::absent || value.type == Value::Type::error;
  const bool kept = value.type == Value::Type::null || (!number && statement.target == attribute_val_out);
  switch (statement.target) {
  case new_value:
  case attribute_val_out: callback->new_value = kept ? value : Value::integer(value.as_integer()); break;
  case flag_out: callback->flag = value.as_integer(); break;
  default: variable(statement.target) = value;
  }
}

Value Interpreter::evaluate(const Expression& expression, const RunningCallback* callback) const {
  const auto lookup = [&](const Term& term) -> Value {
    if (term.type == Term::Type::variable) return variables_[static_cast<std::size_t>(term.number)];
    if (term.type == Term::Type::constant) {
      const auto constant = static_cast<Constant>(term.number);
      return is_null(constant) ? Value::null_handle(kind(constant)) : Objects::predefined(constant);
    }
    switch (static_cast<CallbackArgument>(term.number)) {
    case CallbackArgument::handle: return callback->handle;
    case CallbackArgument::handle_type: return Value::integer(callback->handle_type);
    case CallbackArgument::key:
    case CallbackArgument::keyval:
    case CallbackArgument::tool_id: return callback->key;
    case CallbackArgument::value:
    case CallbackArgument::attribute_val:
    case CallbackArgument::complete: return callback->value;
    case CallbackArgument::context:
    case CallbackArgument::tool_context:
    case CallbackArgument::extra_state: return callback->context;
    default: return callback->new_handle;
    }
  };
  return executor::evaluate(
      expression, lookup, [&](const Value& handle) { return objects_[handle].native; }, memory_);
}

void Interpreter::call(const Statement& statement, const RunningCallback* callback) {
  RunningCall running = arguments(statement, callback);
  const auto by = callback == nullptr ? Event::By::program : Event::By::callback;
  record_call(running, by);
  NativeCall native = this->native(running);
  {
    running.native = &native;
    const OpenCall open(running);
    const Unlocked unlocked;
    if (statement.may_fail) may_fail_next_dup();
    caller(statement.procedure, statement.language)(native);
  }
  running.native = nullptr;
  const Value error = error_of(native.error);
  if (!running.intercepted) take_results(running, native);
  if (statement.error != no_variable) variable(statement.error) = error;
  record_return(running, error, by);
}

RunningCall Interpreter::arguments(const Statement& statement, const RunningCallback* callback) const {
  RunningCall call;
  call.statement = &statement;
  for (std::size_t i = 0; i < statement.arguments.size(); ++i)
    if (statement.arguments[i]) call.arguments.at(i) = evaluate(*statement.arguments[i], callback);
  return call;
}

// The handle that MPI gets: where the program passes what is no handle of this kind, the null handle.
MPIX_Handle Interpreter::native_handle(const Value& value, Kind kind) const {
  return value.type == Value::Type::handle && value.kind == kind ? objects_[value].native : native_null(kind);
}

// `copy: f`: what is not given is the empty function.
int Interpreter::function(const Value& value) {
  if (value.type == Value::Type::null) return no_function;
  return value.type == Value::Type::integer ? static_cast<int>(value.number) : empty_callback;
}

// What stands for an attribute_val or an extra_state in a call.
std::int64_t Interpreter::passed(const Value& value, Language language) {
  auto native = value.type == Value::Type::handle ? objects_[value].native : native_null(value.kind);
  const bool handle = value.type == Value::Type::handle || value.type == Value::Type::null_handle;
  if (handle && language != Language::c) native = static_cast<MPIX_Handle>(handle_in_fortran(value.kind, native));
  const auto number = memory_.passed(value, language, native);
  if (!number)
    recorder_.refuse("Fortran has the same INTEGER for a handle and for a number of the case: take another number");
  return *number;
}

Value Interpreter::received(std::int64_t number, Language language) const {
  if (const auto known = memory_.received(number, language)) return *known;
  return language == Language::c ? Value::pointer(number) : Value::integer(number);
}

NativeCall Interpreter::native(const RunningCall& call) {
  NativeCall native;
  native.procedure = call.statement->procedure;
  native.language = call.statement->language;
  const auto parameters = signature(call.statement->procedure).in;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Value& value = call.arguments.at(i);
    native.numbers.at(i) = value.as_integer();
    switch (parameters[i].type) {
    case Parameter::Type::handle: {
      const bool any = parameters[i].kind == Kind::none;
      const Kind kind = any ? value.kind == Kind::none ? Kind::communicator : value.kind : parameters[i].kind;
      native.handles.at(i) = native_handle(value, kind);
      if (any) native.handle_type = static_cast<int>(kind);
      break;
    }
    case Parameter::Type::kind:
      if (value.type == Value::Type::integer) native.handle_type = static_cast<int>(value.number);
      break;
    case Parameter::Type::callback: native.functions.at(i) = function(value); break;
    case Parameter::Type::error: native.numbers.at(i) = code_of(value); break;
    case Parameter::Type::memory: native.numbers.at(i) = passed(value, native.language); break;
    case Parameter::Type::attribute: {
      const auto& given = call.statement->arguments[i];
      native.reuses_variable = given && given->front().type == Term::Type::variable;
      if (given) native.numbers.at(i) = passed(value, native.language);
      break;
    }
    default: break;
    }
    if (call.statement->procedure == Procedure::key_f2c && value.type == Value::Type::handle)
      native.numbers.at(i) = objects_[value].fortran.value_or(0);
  }
  return native;
}

Value Interpreter::error_of(int code) const {
  if (const auto added = objects_.added(code)) return *added;
  if (code != MPI_SUCCESS)
    if (const auto added = objects_.added(class_of(code))) return *added;
  return Value::error(error_class(code));
}

int Interpreter::code_of(const Value& error) const {
  if (error.type == Value::Type::handle && error.kind == Kind::error_code)
    return static_cast<int>(objects_[error].native);
  return error.type == Value::Type::error ? executor::code_of(static_cast<ErrorClass>(error.number)) : MPI_ERR_UNKNOWN;
}

ErrorClass Interpreter::in_trace(const Value& error) const {
  return error.type == Value::Type::error ? static_cast<ErrorClass>(error.number)
                                          : added_error(objects_[error].generation);
}

} // namespace moot::executor
