// Tools of a case: their init functions, what they were called for, and `next`. (Which tool is called, mpi_backend/tools decides.)
#include "mpi_backend/executor/interpreter.h"
#include "mpi_backend/executor/thread.h"

namespace moot::executor {

void Interpreter::on_init_of_tool(int definition, int tool_id) {
  RunningCallback callback;
  callback.key = Value::integer(tool_id);
  record_callback(Callback::init_tool, callback, Language::c);
  run_body(definition, callback);
  record_end(Callback::init_tool, callback, Language::c);
}

int Interpreter::on_interception(Interception& interception) {
  auto* const call = this_thread.call;
  if (call == nullptr || call->statement->procedure != interception.procedure) { // the library's own
    const Unlocked unlocked;
    return interception.pass_on();
  }
  const auto& signature = moot::signature(interception.procedure);
  call->intercepted = true;
  for (std::size_t i = 0; i < signature.out.size(); ++i) call->results.at(i) = {Value::Type::untouched};
  RunningCallback callback;
  callback.key = Value::integer(interception.tool_id);
  if (call->context.type == Value::Type::absent)
    call->context = objects_.created(Kind::context, interception.context, no_variable);
  callback.context = call->context;
  if (!signature.in.empty() && signature.in[0].type == Parameter::Type::handle) callback.handle = call->arguments[0];
  callback.interception = &interception;
  record_callback(Callback::intercept, callback, Language::c);
  run_body(interception.definition, callback);
  record_end(Callback::intercept, callback, Language::c);
  return code_of(callback.error);
}

// A tool has pointers to what the program has given for INOUT arguments: MPI gets what the variables hold now.
void Interpreter::hand_on(RunningCall& call) {
  const auto parameters = signature(call.statement->procedure).in;
  for (std::size_t i = 0; i < call.statement->arguments.size(); ++i) {
    const auto& given = call.statement->arguments[i];
    const bool is_variable = given && given->size() == 1 && given->front().type == Term::Type::variable;
    if (!parameters[i].inout || !is_variable) continue;
    call.arguments.at(i) = variable(given->front().number);
    call.native->handles.at(i) = native_handle(call.arguments.at(i), parameters[i].kind);
  }
  if (call.native->put != nullptr) call.native->put(call.native->taking);
}

// The tool's own call of what it was called for; what that gives is what the call above gives.
void Interpreter::pass_on(const Statement& statement, RunningCallback& callback) {
  RunningCall& above = *this_thread.call;
  RunningCall passed;
  passed.statement = above.statement;
  passed.arguments = above.arguments;
  passed.native = above.native;
  passed.context = above.context;
  hand_on(passed);
  record_call(passed, Event::By::next);
  int code = MPI_SUCCESS;
  {
    const OpenCall open(passed);
    const Unlocked unlocked;
    code = callback.interception->pass_on();
  }
  if (!passed.intercepted) {
    above.native->error = code;
    if (above.native->take != nullptr) above.native->take(above.native->taking);
    take_results(passed, *above.native);
  }
  callback.error = error_of(code);
  record_return(passed, callback.error, Event::By::next);
  if (statement.error != no_variable) variable(statement.error) = callback.error;
  above.results = passed.results;
  above.arguments = passed.arguments;
}

} // namespace moot::executor
