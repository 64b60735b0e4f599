#include "programs/tools/under_tools.h"

#include "programs/statements.h"

#include <algorithm>

namespace moot {
namespace {

// (What returns no error can't be intercepted on a library: mpi_backend/executor/interceptions.h.)
void add_procedures(const Block& block, std::vector<Procedure>& all) {
  for (const auto& statement : block)
    if (statement.type == Statement::Type::call && !signature(statement.procedure).returns &&
        std::ranges::find(all, statement.procedure) == all.end())
      all.push_back(statement.procedure);
}

std::vector<Procedure> called_by(const Program& program) {
  std::vector<Procedure> all;
  add_procedures(program.main, all);
  for (const auto& callback : program.callbacks) add_procedures(callback.body, all);
  return all;
}

const std::string flag_of_tool = "initialised_";

Statement next() {
  Statement statement;
  statement.type = Statement::Type::next;
  return statement;
}

// The function that passes a call on, with a call of its own before it or after it.
std::size_t add_pass(Program& program, std::size_t tool, bool calls) {
  CallbackDefinition pass{"pass" + std::to_string(tool), {next()}, {}};
  if (calls) {
    const auto flag = static_cast<std::int32_t>(program.variables.size());
    program.variables.push_back(flag_of_tool + std::to_string(tool));
    const auto at = tool % 2 == 0 ? pass.body.begin() : pass.body.end();
    pass.body.insert(at, {call(Procedure::initialized, {}, {flag}),
                          call(Procedure::context_get_storage, {argument(CallbackArgument::tool_id)}, {flag})});
  }
  program.callbacks.push_back(std::move(pass));
  return program.callbacks.size() - 1;
}

} // namespace

std::int64_t storage_of(int tool_id) { return std::int64_t{10} * tool_id; }

ToolStack random_stack(const Program& program, Dice& dice) {
  const auto calls = called_by(program);
  ToolStack stack;
  stack.tools.resize(1 + dice.below(3));
  for (auto& tool : stack.tools) {
    for (const auto procedure : calls)
      if (!dice.percent(30)) tool.registered.push_back(procedure);
    tool.calls = dice.percent(30);
  }
  const auto count = 1 + dice.below(4);
  for (std::uint32_t i = 0; i < count; ++i)
    stack.places.push_back(static_cast<std::int32_t>(dice.below(stack.tools.size())));
  return stack;
}

Program under_tools(Program program, const ToolStack& stack) {
  program.stack = stack.places;
  Block before;
  for (std::size_t tool = 0; tool < stack.tools.size(); ++tool) {
    program.tools.push_back("tool" + std::to_string(tool));
    const auto pass = add_pass(program, tool, stack.tools[tool].calls);
    Block init{call(Procedure::register_tool_storage,
                    {argument(CallbackArgument::tool_id),
                     operation(argument(CallbackArgument::tool_id), Term::Type::multiply, number(storage_of(1)))})};
    for (const auto procedure : stack.tools[tool].registered)
      init.push_back(call(Procedure::register_function, {argument(CallbackArgument::tool_id),
                                                         term(Term::Type::procedure, procedure), function(pass)}));
    before.push_back(
        call(Procedure::register_tool_name, {term(Term::Type::tool, tool), function(program.callbacks.size())}));
    program.callbacks.push_back({"init" + std::to_string(tool), init, {}});
  }
  before.push_back(call(Procedure::init, {}));
  program.main.insert(program.main.begin(), before.begin(), before.end());
  return program;
}

Program without_tools(Program program) {
  const auto tools = static_cast<std::ptrdiff_t>(program.tools.size());
  program.main.erase(program.main.begin(), program.main.begin() + tools + 1); // (the last is MPI_Init)
  program.callbacks.erase(program.callbacks.end() - 2 * tools, program.callbacks.end());
  std::erase_if(program.variables, [](const std::string& name) { return name.starts_with(flag_of_tool); });
  program.tools.clear();
  program.stack.clear();
  return program;
}

std::vector<int> places_of(const ToolStack& stack, Procedure procedure) {
  std::vector<int> ids;
  for (std::size_t i = 0; i < stack.places.size(); ++i) {
    const auto& registered = stack.tools[static_cast<std::size_t>(stack.places[i])].registered;
    if (std::ranges::find(registered, procedure) != registered.end()) ids.push_back(static_cast<int>(i) + 1);
  }
  return ids;
}

} // namespace moot
