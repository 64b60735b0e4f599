// The functions of tools: what they get, and what their ends do; and the phases in which a stack of tools begins, and in which a call goes to a
// tool. (Which tool: model/law/stack.cpp.)
#include "model/law/kinds.h"
#include "model/law/stack.h"
#include "model/phases/arguments.h"

namespace moot {
namespace {

constexpr ArgumentField tool_id{"tool_id", &CallbackFrame::key_argument};

void fill_tool_id(Law& law, CallbackFrame& callback, const Obligation& owed) {
  callback.key_argument = Value::integer(place_of_site(law.state.objects[owed.object].site));
}

// One for the call; those that tools pass on get what the first one got.
void fill_context_of_call(Law& law, CallbackFrame& callback, const Obligation& owed) {
  auto& state = law.state;
  const auto call = state.phases[owed.phase].frame;
  if (state.frames[call].call().passed_on) {
    callback.context = state.frames[state.around(call)].callback().context;
    return;
  }
  Object it;
  it.kind = Kind::context;
  it.handle_live = true;
  it.references = 1;
  callback.context = Value::object(Kind::context, state.add(it));
}

constexpr std::array arguments_of_init{
    Argument{tool_id, by(Clause::qmpi_init), "an init function gets the tool_id of its instance", fill_tool_id}};

// (The others, too: the call around it shows them.)
constexpr std::array arguments_of_interception{
    Argument{tool_id, by(Clause::qmpi_intercept), "every interception begins with context and tool_id", fill_tool_id},
    Argument{field::context, by(Clause::qmpi_context),
             "the context does not change from tool to tool on the way down, but where a tool makes a call of its own",
             fill_context_of_call},
    Argument{field::handle, by(Clause::qmpi_intercept), "and gets the arguments of the call",
             [](Law& law, CallbackFrame& callback, const Obligation& owed) {
               const auto& call = law.state.frames[law.state.phases[owed.phase].frame].call();
               const auto& in = signature(call.procedure).in;
               if (!in.empty() && in[0].type == Parameter::Type::handle) callback.handle_argument = call.arguments[0];
             }}};

bool has_called_down(const CallbackFrame& callback) { return callback.result.flag.type == Value::Type::integer; }

constexpr std::array<CallbackEnd, 0> ends_of_init{};

constexpr std::array ends_of_interception{
    CallbackEnd{by(Clause::qmpi_responsible).asks<NeverCallsDown>(),
                "the tool itself is responsible for calling the next one",
                [](Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t) {
                  if (!has_called_down(callback) && law.ask<NeverCallsDown>() == NeverCallsDown::erroneous)
                    law.erroneous(by.clause());
                }},
    CallbackEnd{by(Clause::qmpi_intercept), "the call returns what the interception does",
                [](Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t call) {
                  if (!law.state.frames[call].is_call()) return; // (a trace may have it in none)
                  auto& frame = law.state.frames.edit(call).call();
                  frame.error = callback.error;
                  frame.clause = by.clause();
                }},
    CallbackEnd{by(Clause::qmpi_stack), "the context's memory is released when the call comes back up the stack",
                [](Law& law, const Sentence&, const CallbackFrame& callback, std::size_t call) {
                  const bool is_last = !law.state.frames[call].is_call() || !law.state.frames[call].call().passed_on;
                  if (is_last && callback.context.type == Value::Type::object)
                    law.state.forget(static_cast<Slot>(callback.context.number));
                }}};

} // namespace

constexpr CallbackRow init_tool_callback = callback_row<arguments_of_init, ends_of_init>(
    {by(Clause::qmpi_init), "init functions are called before MPI is initialized"});
constexpr CallbackRow intercept_callback = callback_row<arguments_of_interception, ends_of_interception>(
    {by(Clause::qmpi_intercept), "an interception is called for a call of its function, or by the tool above"});

constexpr PhaseRow begin_tools_phase{
    .cells = {owes_none(Callback::destroy), owes_none(Callback::delete_attr), owes_none(Callback::free_fn),
              Cell{Callback::init_tool,
                   {by({Clause::qmpi_init, Clause::qmpi_instances}),
                    "the init function of every tool in the stack is called, once for each place"},
                   {by(Clause::none), "their order is not said", any_order}}},
    .ends = {by(Clause::qmpi_init), "the stack has begun: the call goes its way",
             [](Law& law, const Sentence&, const Phase& phase) {
               begin(law.state);
               law.route(phase.frame);
             }}};

constexpr PhaseRow route_phase{
    .cells = {owes_none(Callback::destroy), owes_none(Callback::delete_attr), owes_none(Callback::free_fn),
              Cell{Callback::intercept,
                   {by({Clause::qmpi_function, Clause::qmpi_next}),
                    "the function that a tool has registered is called in the place of MPI's"},
                   {by(Clause::none), "there is one", any_order}}},
    .ends = nothing_follows};

} // namespace moot
