// Where a call goes, if the program has tools: "MPI routes a call to the outermost tool"; the tool itself calls the next one, which is a call of
// its own (CallFrame::passed_on).
#include "model/law/stack.h"

#include "model/law/kinds.h"
#include "model/law/sentences.h"
#include "model/phases/row.h"

#include <algorithm>

namespace moot {

void list_tools(State& state, std::span<const std::int32_t> names) {
  state.tools = static_cast<std::uint32_t>(names.size());
  state.initialised = names.empty();
  for (std::uint32_t place = 1; place <= names.size(); ++place) {
    Object it;
    it.kind = Kind::tool;
    it.site = tool_site(place);
    it.tag = names[place - 1];
    it.functions = {null_function, empty_function, empty_function};
    state.add(it);
  }
}

Slot object_at(const State& state, std::uint32_t site) {
  const auto found = std::ranges::find(state.objects, site, &Object::site);
  return found == state.objects.end() ? no_slot : static_cast<Slot>(state.objects.place_of(*found));
}

std::uint8_t place_that_runs(const State& state, std::size_t frame) {
  if (frame == state.frames.size() || !state.frames[frame].is_callback()) return no_place;
  const auto& callback = state.frames[frame].callback();
  if (column_of(callback.callback) != Column::tools || callback.object == no_slot) return no_place;
  return place_of_site(state.objects[callback.object].site);
}

void hand_up(State& state, std::size_t call) {
  const auto tool = state.around(call);
  if (place_that_runs(state, tool) == no_place) return;
  const auto outer = state.around(tool);
  const auto& from = state.frames[call].call();
  auto& callback = state.frames.edit(tool).callback();
  callback.error = from.error;
  callback.result.flag = Value::integer(1); // it has called down
  auto& to = state.frames.edit(outer).call();
  to.result = from.result;
  to.second_result = from.second_result;
}

namespace {

// No tool is called for it.
bool is_of_tools(Procedure procedure) {
  return signature(procedure).area == Area::tools && procedure != Procedure::init &&
         procedure != Procedure::initialized;
}

// ---- before the stack has begun

constexpr Sentence comes_after_init{by(Clause::init_first),
                                    "before MPI_Init, a program calls MPI_Initialized and the like, and nothing else"};

bool may_come_at_any_time(Procedure procedure) {
  return procedure == Procedure::initialized || procedure == Procedure::finalized;
}

constexpr Sentence comes_before_the_end{
    by(Clause::finalize_last), "after MPI_Finalize, a program calls MPI_Finalized and the like, and nothing else"};

constexpr Sentence begins_the_stack{by(Clause::qmpi_init).asks<BeforeInit>(),
                                    "MPI calls the init functions of tools before it is initialized"};

constexpr Sentence unknown_tools{by(Clause::qmpi_register).asks<UnknownTool>(),
                                 "what is listed and nobody has registered is no tool"};

bool is_registered(const Object& place) { return tool_of(place).init_function() != null_function; }

template <typename Visit> void each_place(const State& state, const Visit& visit) {
  for (std::uint32_t id = 1; id <= state.tools; ++id) visit(object_at(state, tool_site(id)));
}

// ---- which place is next

constexpr Sentence is_there_twice{by(Clause::qmpi_instances).asks<ToolTwice>(),
                                  "there may be multiple copies of a tool; each has an id of its own"};

// A tool that is listed twice: is this a place of its own? (Else it is the outermost's.)
bool is_a_copy(const State& state, Slot place) {
  const auto& it = state.objects[place];
  return std::ranges::any_of(state.objects, [&](const Object& other) {
    return other.kind == Kind::tool && other.site < it.site && tool_of(other).name() == tool_of(it).name();
  });
}

} // namespace

bool is_in_the_stack(Law& law, Slot place) {
  const auto& state = law.state;
  if (!is_registered(state.objects[place])) return false;
  if (!is_a_copy(state, place)) return true;
  return !law.holds(is_there_twice, [&] { return law.ask<ToolTwice>() == ToolTwice::once; });
}

namespace {

constexpr Sentence is_outermost{by(Clause::qmpi_stack).asks<StackOrder>(),
                                "calls go down the stack of tools; which end of a list is its top is not said"};

constexpr Sentence enters_again{by(Clause::qmpi_context).asks<CallsOfTools>(),
                                "a tool may call a function other than the one it is in: which tools does that meet?"};

constexpr Sentence goes_to_the_next{
    by({Clause::qmpi_next, Clause::qmpi_function}),
    "a call goes to the next tool that has registered a function for it, or else to MPI"};

bool has_to_begin(Law& law, Procedure procedure) {
  if (has_begun(law.state)) return false;
  return law.holds(begins_the_stack,
                   [&] { return procedure == Procedure::init || law.ask<BeforeInit>() == BeforeInit::tools_ready; });
}

void owe_init_functions(Law& law, std::size_t frame) {
  auto& state = law.state;
  bool all_known = true;
  each_place(state, [&](Slot place) { all_known = all_known && is_registered(state.objects[place]); });
  if (!all_known && law.holds(unknown_tools, [&] { return law.ask<UnknownTool>() == UnknownTool::refused; }))
    return law.abort();
  const auto phase = law.push_phase(beginning_tools(frame));
  each_place(state, [&](Slot place) {
    if (is_in_the_stack(law, place)) law.owe(phase, place, place);
  });
}

// Below which place the call enters (CallFrame::below). A call that a tool makes of its own accord, and not in the place of the one that it was
// called for, is a question.
std::uint8_t place_above(Law& law, std::size_t frame) {
  const auto& state = law.state;
  const auto tool = state.around(frame);
  const auto id = place_that_runs(state, tool);
  if (id == no_place || state.frames[frame].call().passed_on) return id;
  if (state.frames[tool].callback().callback == Callback::init_tool)
    throw NotModelled("a call of MPI's own in the init function of a tool is not modelled");
  auto below = no_place;
  law.holds(enters_again, [&] {
    const auto answer = law.ask<CallsOfTools>();
    if (answer == CallsOfTools::from_below) below = id;
    if (answer == CallsOfTools::not_at_all) below = below_all;
    return below != no_place;
  });
  return below;
}

} // namespace

bool has_begun(const State& state) { return tool_of(state.objects[place_with_id(state, 1)]).begun(); }

void begin(State& state) {
  each_place(state, [&](Slot place) { tool_of(state.objects.edit(place)).begun() = true; });
}

Slot next_function(Law& law, const CallFrame& call) {
  const auto& state = law.state;
  if (call.below == below_all) return no_slot;
  boost::container::small_vector<Slot, 4> functions; // in the order of the list
  const auto place_of = [&](Slot it) { return place_of_site(state.objects[it].site); };
  each_place(state, [&](Slot place) {
    const auto function = object_at(state, interception_site(place_of(place), call.procedure));
    if (function != no_slot && is_in_the_stack(law, place)) functions.push_back(function);
  });
  // Below a place, it matters if there is another one; at the top, if there are two.
  const auto others = std::ranges::count_if(functions, [&](Slot it) { return place_of(it) != call.below; });
  const bool last_first = others > (call.below == no_place ? 1 : 0) &&
                          law.holds(is_outermost, [&] { return law.ask<StackOrder>() == StackOrder::last_outermost; });
  if (last_first) std::ranges::reverse(functions);
  const auto is_below = [&](Slot it) {
    if (call.below == no_place) return true;
    return last_first ? place_of(it) < call.below : place_of(it) > call.below;
  };
  const auto next = std::ranges::find_if(functions, is_below);
  return next == functions.end() ? no_slot : *next;
}

void Law::route(std::size_t frame) {
  const auto procedure = state.frames[frame].call().procedure;
  if (is_of_tools(procedure)) return reach_mpi(frame);
  if (!state.initialised && procedure != Procedure::init && !may_come_at_any_time(procedure))
    carry_out(comes_after_init, [&] { erroneous(comes_after_init.clause()); });
  if (state.finalized && !may_come_at_any_time(procedure))
    carry_out(comes_before_the_end, [&] { erroneous(comes_before_the_end.clause()); });
  if (stopped()) return;
  if (has_to_begin(*this, procedure)) return owe_init_functions(*this, frame);
  if (!has_begun(state)) return reach_mpi(frame);
  state.frames.edit(frame).call().below = place_above(*this, frame);
  auto function = no_slot;
  const bool goes = holds(goes_to_the_next, [&] {
    function = next_function(*this, state.frames[frame].call());
    return function != no_slot;
  });
  if (!goes) return reach_mpi(frame);
  auto& call = state.frames.edit(frame).call();
  call.intercepted = true;
  if (!signature(procedure).out.empty()) call.result = {Value::Type::untouched};
  if (signature(procedure).out.size() > 1) call.second_result = {Value::Type::untouched};
  const auto place = object_at(state, tool_site(place_of_site(state.objects[function].site)));
  owe(push_phase(routing(frame, place)), place, function);
}

std::span<const Sentence* const> sentences_of_tools() {
  static constexpr std::array all{&comes_after_init, &comes_before_the_end, &begins_the_stack, &unknown_tools,
                                  &is_there_twice,   &is_outermost,         &enters_again,     &goes_to_the_next};
  return all;
}

} // namespace moot
