// A case's program: its statements, and how they meet the law.
#include "model/law/machine.h"

#include "model/law/predefined_values.h"
#include "model/law/stack.h"
#include "model/rules/step.h"

#include <algorithm>
#include <string>

namespace moot {

namespace {

void collect_constants(const Expression& expression, std::array<Slot, constant_count>& slots, Slot& count) {
  for (const auto& term : expression) {
    if (term.type != Term::Type::constant || is_null(static_cast<Constant>(term.number))) continue;
    auto& slot = slots.at(static_cast<std::size_t>(term.number));
    if (slot == no_slot) slot = count++;
  }
}

void collect_constants(const Block& block, std::array<Slot, constant_count>& slots, Slot& count) {
  for (const auto& statement : block) {
    if (statement.type == Statement::Type::call && statement.procedure == Procedure::comm_get_errhandler)
      for (const auto constant : {Constant::errors_return, Constant::errors_are_fatal}) // it may give one of these
        collect_constants({{Term::Type::constant, static_cast<std::int64_t>(constant)}}, slots, count);
    collect_constants(statement.expression, slots, count);
    for (const auto& argument : statement.arguments)
      if (argument) collect_constants(*argument, slots, count);
  }
}

Areas of_process(Areas areas, const Process& process) {
  areas.process = process;
  return areas;
}

} // namespace

Machine::Machine(const Program& program, const Reading& reading, Areas areas)
    : program_(program), mpi_(reading, of_process(areas, program.process)) {
  if (program.variables.size() > most_sites)
    throw NotModelled("a program with more than " + std::to_string(most_sites) + " variables is not modelled");
  for (std::uint32_t i = 0; i < program.main.size(); ++i)
    if (program.main[i].type == Statement::Type::thread) thread_ends_.push_back(i + 1 + program.main[i].length);
  mpi_.add_threads_of_program(static_cast<std::uint32_t>(thread_ends_.size()));
  predefined_.fill(no_slot);
  Slot count = 0;
  collect_constants(program.main, predefined_, count);
  for (const auto& callback : program.callbacks) collect_constants(callback.body, predefined_, count);
  auto next = program.variables.size();
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    if (predefined_.at(i) == no_slot || predefined_value(static_cast<Constant>(i)) == nullptr) continue;
    bounds_.at(i) = next;
    next += 2;
  }
}

State Machine::initial() const {
  State state;
  state.variables.resize(program_.variables.size());
  for (int i = 0; i < constant_count; ++i) {
    if (bounds_.at(static_cast<std::size_t>(i)) == 0) continue;
    const auto bounds = mpi_.bounds(*predefined_value(static_cast<Constant>(i)));
    state.variables.add(Value::integer(bounds.least));
    state.variables.add(Value::integer(bounds.greatest));
  }
  // The predefined objects that the program names exist from the start, in the first slots.
  for (std::size_t i = 0; i < predefined_.size(); ++i) {
    const auto slot = predefined_.at(i);
    if (slot == no_slot) continue;
    if (slot >= state.objects.size()) state.objects.resize(slot + 1);
    state.objects.edit(slot) = predefined_object(static_cast<Constant>(i));
  }
  list_tools(state, program_.stack);
  state.frames.add(main_frame());
  return state;
}

void Machine::moves(const State& state, Moves& out, std::size_t enough) const {
  out.clear();
  mpi_.moves(state, out, enough);
  if (state.erroneous != Clause::none) return;
  for (std::uint32_t thread = 0; thread < mpi_.threads(); ++thread) {
    const auto top = state.top(thread);
    if (top == state.frames.size() || !state.frames[top].is_code() || waits(state, top)) continue;
    const Move next{Move::Type::step, thread};
    const auto is_elsewhere = [&](const Frame& other) { return other.thread != thread; };
    const bool may_have_to_wait = std::ranges::any_of(state.frames, is_elsewhere);
    if (mpi_.all_decided() && !may_have_to_wait) {
      out.push_back(next);
      continue;
    }
    Mpi::under_every_answer(
        state, next, [&](State& after) { return step(after, thread, nullptr); },
        [&](State&&, Move&& decided) { out.push_back(std::move(decided)); });
  }
}

// At a lock that is held: until another thread unlocks it, or for ever. And main, until the threads that it has begun have ended.
bool Machine::waits(const State& state, std::size_t frame) const {
  const auto& it = state.frames[frame];
  if (!thread_ends_.empty() && it.thread == main_thread && !it.is_callback()) {
    const auto is_of_thread = [](const Frame& other) { return other.thread >= first_thread; };
    if (std::ranges::any_of(state.frames, is_of_thread)) return true;
  }
  const auto position = it.code().position;
  if (position == end_of_code(it)) return false;
  const auto& statement = block(it)[position];
  return statement.type == Statement::Type::lock &&
         state.variables[static_cast<std::size_t>(statement.target)].as_integer() != 0;
}

void Machine::apply(State& state, const Move& move, EventSink* sink) const {
  Mpi::choose(state, move);
  if (move.type == Move::Type::step) {
    step(state, move.thread, sink);
  } else if (move.type == Move::Type::return_) {
    const CallFrame returned = state.frames[state.top(move.thread)].call();
    mpi_.apply(state, move, sink);
    give_results(state, move.thread, returned);
  } else {
    mpi_.apply(state, move, sink);
    if (move.type == Move::Type::complete) leave_null_request(state, move.thread);
  }
  if (!thread_ends_.empty()) state.bring_last(State::no_thread);
}

// The program's variable may be null while callbacks of the completion still run (request-completion).
void Machine::leave_null_request(State& state, std::uint32_t thread) const {
  const auto call = state.top(thread);
  if (call == state.frames.size() || !state.frames[call].is_call() || state.frames[call].call().nulled == 0) return;
  const auto caller = state.around(call);
  if (caller == state.frames.size()) return;
  leave_null_requests(state, origin(state, caller), state.frames[call].call().nulled, state.frames[call].call());
}

// In the variable that held what the call has taken.
void Machine::leave_null(State& state, const Statement& statement, std::size_t operand) {
  const auto& argument = *statement.arguments[operand];
  if (argument.size() != 1 || argument[0].type != Term::Type::variable) return;
  state.variables.edit(static_cast<std::size_t>(argument[0].number)) =
      Value::null_handle(signature(statement.procedure).in[operand].kind);
}

// Those of these that are not persistent.
void Machine::leave_null_requests(State& state, const Statement& statement, unsigned requests, const CallFrame& call) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if ((requests >> i & 1U) == 0) continue;
    const auto& request = call.arguments[i];
    const bool stays =
        request.type == Value::Type::object && is_persistent(state.objects[static_cast<Slot>(request.number)]);
    if (!stays) leave_null(state, statement, i);
  }
}

const Block& Machine::block(const Frame& frame) const {
  static const Block empty;
  const auto at = frame.code().block;
  if (at == main_block) return program_.main;
  return at >= 0 ? program_.callbacks[static_cast<std::size_t>(at)].body : empty;
}

std::size_t Machine::end_of_code(const Frame& frame) const {
  if (frame.code().block == main_block && frame.thread >= first_thread)
    return thread_ends_[frame.thread - first_thread];
  return block(frame).size();
}

// Those that stand one after the other begin together.
void Machine::begin_threads(State& state) const {
  const auto main = state.top(main_thread);
  auto position = state.frames[main].code().position;
  auto thread = first_thread;
  for (const auto end : thread_ends_) thread += end <= position ? 1 : 0; // those before have ended
  while (position < program_.main.size() && program_.main[position].type == Statement::Type::thread) {
    state.frames.add(thread++, std::in_place_type<Code>, Code{main_block, position + 1});
    position += 1 + program_.main[position].length;
  }
  state.frames.edit(main).code().position = position;
}

namespace {

void assign(State& state, Frame& frame, std::int32_t target, const Value& value) {
  const bool is_null = value.type == Value::Type::null;
  if (value.type == Value::Type::undefined)
    throw NotModelled("what a failing call leaves in an OUT argument, and what new memory holds, is undefined: copying "
                      "it is not modelled");
  switch (target) {
  case new_value:
    frame.callback().result.value = is_null ? value : Value::integer(number_of(value, "as a value"));
    break;
  case attribute_val_out:
    frame.callback().result.value =
        is_null || value.is_attribute() ? value : Value::integer(number_of(value, "as an attribute"));
    break;
  case flag_out: frame.callback().result.flag = Value::integer(number_of(value, "as a flag")); break;
  default: state.variables.edit(static_cast<std::size_t>(target)) = value;
  }
}

} // namespace

Undecided Machine::step(State& state, std::uint32_t thread, EventSink* sink) const {
  const auto top = state.top(thread);
  const auto& code = block(state.frames[top]);
  const auto position = state.frames[top].code().position;
  if (position == end_of_code(state.frames[top])) return end_body(state, thread, sink);
  const auto& statement = code[position];
  if (statement.type == Statement::Type::thread) return begin_threads(state), Undecided{};
  if (statement.type == Statement::Type::call) return call(state, top, statement, sink);
  if (statement.type == Statement::Type::next) return pass_on(state, top, sink);
  return simple(state, thread, statement);
}

namespace {

void use_memory(const Mpi& mpi, State& state, const Statement& statement, const Value& place, const Value& value) {
  if (statement.type == Statement::Type::allocate) {
    const auto site = static_cast<std::uint32_t>(statement.target + 1);
    state.variables.edit(static_cast<std::size_t>(statement.target)) =
        state.add(MemoryCell{.value = Value::integer(number_of(value, "in memory")), .site = site});
  } else if (auto* cell = mpi.cell_at(state, statement.type == Statement::Type::store ? place : value);
             cell == nullptr) {
    return;
  } else if (statement.type == Statement::Type::store) {
    cell->value = Value::integer(number_of(value, "in memory"));
  } else if (cell->mpis) {
    throw NotModelled("'deallocate' of memory that MPI_Alloc_mem gave is not modelled: MPI_Free_mem takes it back");
  } else {
    cell->live = false;
  }
}

} // namespace

// A statement that is no call.
Undecided Machine::simple(State& state, std::uint32_t thread, const Statement& statement) const {
  const auto top = state.top(thread);
  const auto& code = block(state.frames[top]);
  auto& frame = state.frames.edit(top);
  if (statement.type == Statement::Type::lock || statement.type == Statement::Type::unlock) {
    ++frame.code().position;
    const int held = statement.type == Statement::Type::lock ? 1 : 0;
    state.variables.edit(static_cast<std::size_t>(statement.target)) = Value::integer(held);
    return {};
  }
  Undecided undecided;
  Value place;
  if (statement.type == Statement::Type::store) place = evaluate(state, top, *statement.arguments[0], undecided);
  if (undecided) return undecided;
  const auto value = evaluate(state, top, statement.expression, undecided);
  if (undecided) return undecided;
  auto& position = frame.code().position;
  ++position;
  switch (statement.type) {
  case Statement::Type::allocate:
  case Statement::Type::store:
  case Statement::Type::deallocate:
    if (state.erroneous == Clause::none) use_memory(mpi_, state, statement, place, value);
    break;
  case Statement::Type::branch:
    if (number_of(value, "as a condition") == 0) position += statement.length;
    break;
  case Statement::Type::return_:
    if (!value.is_error() || value == Value::error(ErrorClass::an_error))
      throw NotModelled("a callback that returns what is no error class, or one that is left to MPI, is not modelled");
    frame.callback().error = value.as_error();
    position = static_cast<std::uint32_t>(code.size());
    break;
  default: assign(state, frame, statement.target, value);
  }
  return {};
}

Undecided Machine::end_body(State& state, std::uint32_t thread, EventSink* sink) const {
  const auto top = state.top(thread);
  const auto& frame = state.frames[top];
  if (!frame.is_callback()) {
    state.pop_frame(top);
    return {};
  }
  return mpi_.end_callback(state, thread, sink);
}

namespace {

// Of what comes out of the call: the variable that first receives it.
std::uint32_t site_of_result(const Statement& statement, std::size_t result) {
  return result < statement.results.size() ? static_cast<std::uint32_t>(statement.results[result] + 1) : no_site;
}

} // namespace

Undecided Machine::call(State& state, std::size_t frame, const Statement& statement, EventSink* sink) const {
  Undecided undecided;
  NewCall call;
  call.procedure = statement.procedure;
  call.may_fail = statement.may_fail;
  call.language = statement.language;
  call.site = site_of_result(statement, 0);
  call.second_site = site_of_result(statement, 1);
  const auto& parameters = signature(statement.procedure).in;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool given = i < statement.arguments.size() && statement.arguments[i];
    auto& argument = call.arguments.at(i);
    if (given) argument = evaluate(state, frame, *statement.arguments[i], undecided);
    if (undecided) return undecided;
    const auto type = parameters[i].type;
    const bool fortran_handle = statement.procedure == Procedure::key_f2c;
    if ((type == Parameter::Type::integer && !fortran_handle) ||
        (type == Parameter::Type::attribute && !argument.is_attribute()))
      number_of(argument, "as " + std::string(parameters[i].name));
    if (parameters[i].type == Parameter::Type::callback)
      argument = Value::integer(!given                               ? empty_function
                                : argument.type == Value::Type::null ? null_function
                                                                     : argument.number);
  }
  ++state.frames.edit(frame).code().position;
  return mpi_.call(state, state.frames[frame].thread, call, sink);
}

// The statement whose call this is in which the code stands: of tools that have passed it on, the program's.
const Statement& Machine::origin(const State& state, std::size_t frame) const {
  const auto& statement = block(state.frames[frame])[state.frames[frame].code().position - 1];
  return statement.type == Statement::Type::next ? origin(state, state.around(state.around(frame))) : statement;
}

// What a variable holds that the program has given for an INOUT argument: a tool has a pointer to it. Null: it is none.
const Value* Machine::handed_on(const State& state, const Statement& statement, std::size_t operand) {
  const auto& given = statement.arguments[operand];
  const bool is_variable = given && given->size() == 1 && given->front().type == Term::Type::variable;
  if (!is_variable || !signature(statement.procedure).in[operand].inout) return nullptr;
  return &state.variables[static_cast<std::size_t>(given->front().number)];
}

// A tool calls the next one, or MPI, with what it was called with.
Undecided Machine::pass_on(State& state, std::size_t frame, EventSink* sink) const {
  const auto outer = state.around(frame);
  const auto& from = origin(state, state.around(outer));
  const auto& intercepted = state.frames[outer].call();
  NewCall call{.procedure = intercepted.procedure,
               .arguments = intercepted.arguments,
               .may_fail = intercepted.may_fail,
               .site = site_of_result(from, 0),
               .language = intercepted.language,
               .second_site = site_of_result(from, 1),
               .passed_on = true};
  for (std::size_t i = 0; i < from.arguments.size(); ++i)
    if (const auto* now = handed_on(state, from, i)) call.arguments.at(i) = *now;
  ++state.frames.edit(frame).code().position;
  return mpi_.call(state, state.frames[frame].thread, call, sink);
}

// A message that a probe has found: nothing of it was to be seen before.
void Machine::name_what_was_there(State& state, const Value& given, std::int32_t variable) {
  if (given.type != Value::Type::object || given.kind != Kind::message) return;
  auto& it = state.objects.edit(static_cast<Slot>(given.number));
  if (it.site == no_site) it.site = static_cast<std::uint32_t>(variable + 1);
}

// The call returned to the program: its OUT arguments, its error, and the null handle that it leaves behind. (If tools have passed it on, MPI
// has written to what the program gave them, when it returned to the last one.)
void Machine::give_results(State& state, std::uint32_t thread, const CallFrame& returned) const {
  const auto top = state.top(thread);
  const auto& code = state.frames[top];
  const auto error = block(code)[code.code().position - 1].error;
  const auto variable = [&](std::int32_t index) -> Value& {
    return state.variables.edit(static_cast<std::size_t>(index));
  };
  if (error != no_variable) variable(error) = Value::error(returned.error);
  if (returned.intercepted) return;
  const auto& statement = origin(state, top);
  const bool ok = returned.error == ErrorClass::success;
  const auto leaves = rules::rule_of(returned.procedure).leaves;
  if ((ok && leaves == rules::Rule::Leaves::null_handle) || leaves == rules::Rule::Leaves::null_always)
    leave_null(state, statement, 0);
  if (leaves == rules::Rule::Leaves::null_request)
    leave_null_requests(state, statement, static_cast<unsigned>(returned.completed & ~returned.nulled), returned);
  const std::array<const Value*, 2> results{&returned.result, &returned.second_result};
  for (std::size_t i = 0; i < statement.results.size(); ++i) {
    if (results.at(i)->type == Value::Type::untouched) continue;
    variable(statement.results[i]) = *results.at(i);
    name_what_was_there(state, *results.at(i), statement.results[i]);
  }
}

Seen Machine::seen(const Value& value, const State& state) const {
  const auto word = [](std::string_view text) { return Seen{Seen::Type::word, 0, std::string(text)}; };
  const auto by_site = [&](std::uint32_t site) {
    if (site >= predefined_site) return word(name(static_cast<Constant>(site - predefined_site)));
    return word(site == no_site ? "_" : program_.variables[site - 1]);
  };
  switch (value.type) {
  case Value::Type::integer: return {Seen::Type::integer, value.number, {}};
  case Value::Type::error: return word(name(static_cast<ErrorClass>(value.number)));
  case Value::Type::object: return by_site(state.objects[static_cast<std::size_t>(value.number)].site);
  case Value::Type::stale: return by_site(site_of(value.number));
  case Value::Type::null_handle: return word(null_handle(value.kind));
  case Value::Type::library: return word(name(static_cast<Constant>(value.number)));
  case Value::Type::undefined: return word(undefined_word);
  case Value::Type::memory: return by_site(state.cells[static_cast<std::size_t>(value.number)].site);
  case Value::Type::pointer:
  case Value::Type::wide_pointer:
  case Value::Type::address: return word(address_word);
  default: return {};
  }
}

Observed Machine::outcome(const State& state) const {
  Observed observed;
  for (const auto index : program_.observed) {
    const auto& value = state.variables[static_cast<std::size_t>(index)];
    observed.push_back(value.type == Value::Type::absent ? std::nullopt : std::optional(seen(value, state)));
  }
  return observed;
}

} // namespace moot
