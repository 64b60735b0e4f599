// Programs of tools: they register up to two, call MPI_Init, and two functions that may come before it and after it.
#include "model/search/distinguish/family.h"

#include "model/law/kinds.h"
#include "model/law/stack.h"

#include <algorithm>

namespace moot {
namespace {

constexpr std::array procedures{Procedure::initialized, Procedure::finalized};
constexpr auto called_count = static_cast<std::int32_t>(procedures.size());
constexpr auto first_late = tool_inits * (1 + called_count);

constexpr Operand given(std::int64_t number) { return {Operand::Type::integer, number}; }
constexpr Operand function_operand(std::int32_t number) { return {Operand::Type::function, number}; }

// By the number of the init function that registers it; tool_inits: main does, too late.
constexpr std::int32_t interception_of(std::int32_t init, std::size_t procedure) {
  return tool_inits + init * called_count + static_cast<std::int32_t>(procedure);
}

// The tool whose init function that is.
constexpr std::int32_t tool_of_init(std::int32_t init) { return init == tool_inits - 1 ? 1 : 0; }

class ActionsOfTools {
public:
  explicit ActionsOfTools(const State& state) : state_(state), top_(state.top(main_thread)) {}

  std::vector<Action> all() {
    const auto& code = state_.frames[top_];
    if (!code.is_callback())
      of_main();
    else if (code.callback().callback == Callback::init_tool)
      registers_functions({Operand::Type::own_id}, code.code().block);
    else
      of_an_interception();
    return std::move(out_);
  }

private:
  void of_main() {
    for (std::int32_t init = 0; init < tool_inits; ++init)
      if (may_register(init))
        add({.procedure = Procedure::register_tool_name,
             .operands = {given(tool_of_init(init)), function_operand(init)}});
    if (has_begun(state_)) registers_functions(given(1), tool_inits);
    if (!state_.initialised) add({.procedure = Procedure::init});
    calls();
  }

  // What a name is given first is its first function.
  bool may_register(std::int32_t init) const {
    const auto is_there = [&](const Object& it) {
      return it.kind == Kind::tool && tool_of(it).name() == tool_of_init(init) &&
             tool_of(it).init_function() != null_function;
    };
    const bool is_registered = std::ranges::any_of(state_.objects, is_there);
    return init == 1 ? is_registered : !is_registered;
  }

  void of_an_interception() {
    Action next{.procedure = state_.frames[state_.around(top_)].call().procedure};
    next.passed_on = true;
    add(next);
    calls();
  }

  void registers_functions(const Operand& id, std::int32_t init) {
    for (std::size_t i = 0; i < procedures.size(); ++i)
      if (!is_there(id, procedures.at(i)))
        add({.procedure = Procedure::register_function,
             .operands = {id, given(static_cast<std::int64_t>(procedures.at(i))),
                          function_operand(interception_of(init, i))}});
  }

  // A second function of one tool for a procedure is not modelled.
  bool is_there(const Operand& id, Procedure procedure) const {
    const auto number =
        id.type == Operand::Type::own_id ? state_.frames[top_].callback().key_argument.number : id.number;
    return object_at(state_, interception_site(static_cast<std::uint32_t>(number), procedure)) != no_slot;
  }

  void calls() {
    for (const auto procedure : procedures) add({.procedure = procedure});
  }

  void add(const Action& action) { out_.push_back(action); }

  const State& state_;
  const std::size_t top_;
  std::vector<Action> out_;
};

class ToolsFamily final : public Family {
public:
  explicit ToolsFamily(ToolsListed listed) : listed_(std::move(listed)) {}

  Areas areas() const override { return {.tools = true}; }

  State start() const override {
    State state;
    list_tools(state, listed_);
    state.frames.add(main_frame());
    return state;
  }

  std::size_t functions() const override { return std::size_t{first_late} + procedures.size(); }

  std::vector<Action> actions(const std::vector<State>& under_a, const std::vector<State>&) const override {
    return ActionsOfTools(under_a.front()).all();
  }

  bool may_repeat(const Action&, const std::vector<State>&, const std::vector<State>&) const override { return true; }

  std::vector<std::int32_t> makes(const Action&) const override { return {}; }

  NewCall call(const State& state, const Action& action) const override {
    const auto top = state.top(main_thread);
    NewCall call{.procedure = action.procedure, .passed_on = action.passed_on};
    if (action.passed_on) call.arguments = state.frames[state.around(top)].call().arguments;
    for (std::size_t i = 0; i < action.operands.size(); ++i) {
      const auto& operand = action.operands.at(i);
      if (operand.type == Operand::Type::own_id) call.arguments.at(i) = state.frames[top].callback().key_argument;
      if (operand.type == Operand::Type::integer || operand.type == Operand::Type::function)
        call.arguments.at(i) = Value::integer(operand.number);
    }
    return call;
  }

private:
  const ToolsListed listed_;
};

} // namespace

std::unique_ptr<const Family> tools_family(const ToolsListed& listed) { return std::make_unique<ToolsFamily>(listed); }

ToolFunction tool_function(std::int32_t number) {
  if (number < tool_inits) return {.init = number};
  const auto place = number - tool_inits;
  const auto init = place / called_count;
  const auto type = init == tool_inits ? ToolFunction::Type::late_interception : ToolFunction::Type::interception;
  return {type, init, procedures.at(static_cast<std::size_t>(place % called_count))};
}

} // namespace moot
