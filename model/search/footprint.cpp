#include "model/search/footprint.h"

#include "model/law/kinds.h"
#include "model/law/law.h"
#include "model/rules/step.h"

#include <algorithm>
#include <vector>

namespace moot {
namespace {

bool names(const Expression& terms, CallbackArgument one, CallbackArgument other) {
  return std::ranges::any_of(terms, [&](const Term& term) {
    return term.type == Term::Type::argument &&
           (term.number == static_cast<std::int64_t>(one) || term.number == static_cast<std::int64_t>(other));
  });
}

// Does the program's function read which key it is about?
bool names_its_key(const Program& program, std::int32_t function) {
  if (function < 0) return false;
  const auto reads = [](const Expression& it) { return names(it, CallbackArgument::key, CallbackArgument::keyval); };
  return std::ranges::any_of(program.callbacks[static_cast<std::size_t>(function)].body, [&](const Statement& it) {
    return reads(it.expression) ||
           std::ranges::any_of(it.arguments, [&](const auto& argument) { return argument && reads(*argument); });
  });
}

// It begins and ends whatever the program does elsewhere, and touches nothing there: it may say what a copy is to be, and what it returns.
bool minds_its_own_business(const Program& program, std::int32_t function) {
  if (function < 0) return true;
  const auto is_of_its_own = [](const Term& term) {
    return term.type != Term::Type::variable && term.type != Term::Type::int_at && term.type != Term::Type::aint_at;
  };
  return std::ranges::all_of(program.callbacks[static_cast<std::size_t>(function)].body, [&](const Statement& it) {
    const bool is_calm = it.type == Statement::Type::branch || it.type == Statement::Type::return_ ||
                         (it.type == Statement::Type::assign && it.target < 0);
    return is_calm && std::ranges::all_of(it.expression, is_of_its_own);
  });
}

class Collector {
public:
  // `follows`: what the callbacks that may come will do, too.
  Collector(const Program& program, const State& state, bool follows)
      : program_(program), state_(state), follows_(follows), print_(state), ran_(program.callbacks.size()) {}

  Footprint take() {
    while (!todo_.empty()) {
      const auto slot = todo_.back();
      todo_.pop_back();
      what_it_leads_to(slot);
    }
    // (Any call of any thread may let go of what an operation has kept: deferred-destroy-where.)
    print_.everything = print_.everything || (frees_ && (begins_ || state_.requests != 0));
    return std::move(print_);
  }

  void code(const Block& block, std::size_t from, std::size_t to) {
    for (auto i = from; i < to; ++i) {
      statement(block[i], nullptr);
      returned(block[i]);
    }
  }

  // `in`: the callback that it stands in, if that is at it now.
  void statement(const Statement& it, const CallbackFrame* in) {
    if (it.type == Statement::Type::call) return call(it, in);
    expression(it.expression, Use::changes, in);
    for (const auto& argument : it.arguments)
      if (argument) expression(*argument, Use::changes, in);
    if (it.type == Statement::Type::allocate) print_.allocates = true;
    if (it.type == Statement::Type::lock) print_.read.set(static_cast<std::size_t>(it.target));
    write(it.target);
  }

  // What the program gets when the call returns.
  void returned(const Statement& it) {
    if (it.type != Statement::Type::call) return;
    for (const auto result : it.results) write(result);
    write(it.error);
    if (rules::rule_of(it.procedure).leaves == rules::Rule::Leaves::handle) return;
    const auto& parameters = signature(it.procedure).in;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (!parameters[i].inout || !it.arguments[i]) continue;
      for (const auto& term : *it.arguments[i])
        if (term.type == Term::Type::variable) write(static_cast<std::int32_t>(term.number));
    }
  }

  // All that a call or callback is about.
  void frame(std::size_t number) {
    Frame it = state_.frames[number];
    if (it.is_call()) call(it.call());
    if (it.is_callback()) it.each_value([&](const Value& each) { value_in(it.callback(), each); });
    it.each_slot([&](Slot slot) { it.is_callback() ? object_in(it.callback(), slot) : object(slot, Use::changes); });
    for (std::size_t i = 0; i < state_.phases.size(); ++i)
      if (state_.phases[i].frame == number) phase(i);
  }

  // A call that has nothing left to do but return.
  void result(const CallFrame& call) {
    for (const auto& each : {call.result, call.second_result}) value(each, Use::changes);
  }

private:
  void call(const Statement& it, const CallbackFrame* in) {
    print_.numbers_keyvals = print_.numbers_keyvals || makes_keyval(it.procedure);
    procedure(it.procedure);
    for (std::size_t i = 0; i < it.arguments.size(); ++i)
      if (it.arguments[i]) expression(*it.arguments[i], use_of(it.procedure, i).value_or(Use::changes), in);
  }

  // One that has begun.
  void call(const CallFrame& it) {
    procedure(it.procedure);
    for (std::size_t i = 0; i < it.arguments.size(); ++i)
      value(it.arguments.at(i), use_of(it.procedure, i).value_or(Use::changes));
    result(it);
  }

  void procedure(Procedure which) {
    print_.everything = print_.everything || !use_of(which, 0);
    frees_ = frees_ || may_leave_to_operations(which);
    begins_ = begins_ || begins_operation(which);
    if (which == Procedure::comm_get_errhandler) object(state_.predefined(Constant::errors_return), Use::changes);
  }

  void expression(const Expression& terms, Use use, const CallbackFrame* in) {
    for (const auto& term : terms) {
      switch (term.type) {
      case Term::Type::variable:
        print_.read.set(static_cast<std::size_t>(term.number));
        value(state_.variables[static_cast<std::size_t>(term.number)], use);
        break;
      case Term::Type::constant: {
        const auto constant = static_cast<Constant>(term.number);
        if (!is_null(constant)) object(state_.predefined(constant), use);
        break;
      }
      case Term::Type::argument: // (else `frame` tells of them)
        if (in != nullptr) argument(*in);
        break;
      case Term::Type::function: run(static_cast<std::int32_t>(term.number)); break;
      case Term::Type::int_at:
      case Term::Type::aint_at: print_.everything = true; break; // (it looks for an attribute, wherever it is)
      default: break;
      }
    }
  }

  void argument(const CallbackFrame& in) {
    for (const auto& each : {in.key_argument, in.handle_argument, in.new_handle, in.value, in.context})
      value_in(in, each);
  }

  // What a callback is about. (A value may be on its own key.)
  void object_in(const CallbackFrame& in, Slot slot) {
    if (slot == in.key && slot != in.object) return called(slot);
    object(slot, Use::changes);
  }
  void value_in(const CallbackFrame& in, const Value& it) {
    it.type == Value::Type::object ? object_in(in, static_cast<Slot>(it.number)) : value(it, Use::changes);
  }

  void write(std::int32_t variable) {
    if (variable >= 0) print_.written.set(static_cast<std::size_t>(variable));
  }

  void value(const Value& it, Use use) {
    if (it.type == Value::Type::object) object(static_cast<Slot>(it.number), use);
    if (it.type == Value::Type::memory) print_.cells.set(static_cast<std::size_t>(it.number));
  }

  void stored(std::int64_t number, Put put) {
    if (is_handle(put)) value(unpacked(number), Use::changes);
    if (put == Put::memory) print_.cells.set(static_cast<std::size_t>(number));
  }

  void object(Slot slot, Use use) {
    if (slot == no_slot) return;
    if (leads_to_abort(state_.objects[slot])) print_.everything = true;
    if (use == Use::under) return key(slot);
    if (use == Use::matches) return static_cast<void>(print_.matching.set(slot));
    const auto is_on_it = [&](const Attachment& each) { return each.object == slot; };
    const bool has_values = std::ranges::any_of(state_.attachments, is_on_it);
    if (use == Use::looks || (use == Use::copies && !has_values)) {
      print_.looked_at.set(slot);
      if (!follows_) return;
      for (const auto& each : state_.attachments) // the program gets it
        if (is_on_it(each)) stored(each.value, each.put);
      return;
    }
    if (print_.in_use.test_set(slot)) return;
    todo_.push_back(slot);
  }

  // (Who sets it decides what errors on all threads lead to.)
  static bool leads_to_abort(const Object& it) { return it.kind == Kind::errhandler && errhandler_of(it).aborts(); }

  // A value refers to a key or keyval, or does no longer: as long as the program has its handle, nobody can tell, unless its functions name it.
  // (Once one of these is owed, the frame tells.)
  void key(Slot slot) {
    const auto& it = state_.objects[slot];
    const auto names_it = [&](std::int32_t function) { return follows_ && names_its_key(program_, function); };
    // (What is no key is the program's fault.)
    if (!has_functions(it) || !it.handle_live || std::ranges::any_of(it.functions, names_it))
      return object(slot, Use::changes);
    object(slot, Use::looks);
    functions(it);
  }

  // Callbacks of a key are owed, or run. Those of other threads may have to wait for them (callback-threads), which tells nothing where
  // all of them mind their own business.
  void called(Slot slot) {
    if (slot == no_slot) return;
    const auto minds = [&](std::int32_t function) { return minds_its_own_business(program_, function); };
    if (std::ranges::all_of(state_.objects[slot].functions, minds)) return key(slot);
    object(slot, Use::changes);
  }

  static bool has_functions(const Object& it) {
    return it.kind == Kind::key || it.kind == Kind::keyval || it.kind == Kind::grequest;
  }

  void functions(const Object& of) {
    if (of.kind == Kind::keyval) {
      print_.has_keyvals = true;
      stored(of.context, of.put);
    }
    for (const auto function : of.functions) run(function);
  }

  // What keeps it needs no more than that it is there, as long as the program has its handle. (A communicator gives handles of what it keeps.)
  void kept(Slot slot) {
    if (slot == no_slot) return;
    const auto& it = state_.objects[slot];
    object(slot, it.handle_live && !may_be_shared(it.kind) ? Use::looks : Use::changes);
  }

  // What goes with it, if it goes; whose callbacks run, and what they get.
  void what_it_leads_to(Slot slot) {
    const auto& it = state_.objects[slot];
    if (it.kind == Kind::error_code) print_.everything = true;
    if (it.kind == Kind::request || it.kind == Kind::message) operation(it);
    kept(it.base), kept(it.comm);
    for (const auto& each : state_.attachments) {
      if (each.object != slot) continue;
      key(each.key);
      stored(each.value, each.put);
    }
    if (has_functions(it)) functions(it);
  }

  // (A message has the request of its sender as its base, which is of the same communicator; an MPI_Comm_idup what it makes.)
  void operation(const Object& it) {
    if (it.comm != no_slot) object(it.comm, Use::matches);
    if (it.kind != Kind::request || !request_of(it).is_idup()) return;
    for (const auto slot : {it.comm, it.base}) object(slot, Use::changes);
  }

  void run(std::int32_t function) {
    if (!follows_ || function < 0 || ran_.test_set(static_cast<std::size_t>(function))) return;
    const auto& body = program_.callbacks[static_cast<std::size_t>(function)].body;
    code(body, 0, body.size());
  }

  void phase(std::size_t number) {
    const auto& it = state_.phases[number];
    for (const auto slot : {it.object, it.created}) object(slot, Use::changes);
    called(it.key);
    stored(it.value, it.put);
    for (const auto& owed : state_.owed)
      if (owed.phase == number) object(owed.object, Use::changes), called(owed.key);
  }

  const Program& program_;
  const State& state_;
  const bool follows_;
  Footprint print_;
  Footprint::Places ran_; // callbacks
  bool frees_ = false, begins_ = false;
  std::vector<Slot> todo_;
};

const Block& block_of(const Program& program, const Frame& frame) {
  static const Block empty;
  const auto at = frame.code().block;
  if (at == main_block) return program.main;
  return at >= 0 ? program.callbacks[static_cast<std::size_t>(at)].body : empty;
}

std::size_t end_of(const Program& program, const Frame& frame) {
  return frame.is_callback() ? block_of(program, frame).size() : end_of_thread(program, frame.thread);
}

// (A call that frees a handle has it until then, and destroy callbacks get it: handle-in-destroy.)
bool only_returns(const State& state, std::size_t frame) {
  const auto& call = state.frames[frame].call();
  if (completion_of(call.procedure) != nullptr) return false; // (MPI_Send)
  if (rules::rule_of(call.procedure).leaves != rules::Rule::Leaves::handle) return false;
  return state.current_phase(frame) == state.phases.size() && call.error == ErrorClass::success &&
         !changes_a_value(call.procedure);
}

// The statement that has made a call.
const Statement& calling(const Program& program, const State& state, std::size_t call) {
  const auto& code = state.frames[state.around(call)];
  return block_of(program, code)[code.code().position - 1];
}

} // namespace

bool meet(const Footprint& a, const Footprint& b) {
  const auto changes = [](const Footprint& it, const Footprint& other) {
    return it.written.intersects(other.read) || it.in_use.intersects(other.looked_at) ||
           it.in_use.intersects(other.matching) || (it.numbers_keyvals && other.has_keyvals);
  };
  return a.everything || b.everything || changes(a, b) || changes(b, a) || a.written.intersects(b.written) ||
         a.in_use.intersects(b.in_use) || a.matching.intersects(b.matching) || a.cells.intersects(b.cells) ||
         (a.numbers_keyvals && b.numbers_keyvals) || (a.allocates && b.allocates);
}

std::size_t end_of_thread(const Program& program, std::uint32_t thread) {
  auto number = first_thread;
  for (std::size_t i = 0; i < program.main.size(); ++i)
    if (program.main[i].type == Statement::Type::thread && number++ == thread) return i + 1 + program.main[i].length;
  return program.main.size();
}

Footprint next_step(const Program& program, const State& state, std::uint32_t thread) {
  Collector collector(program, state, false);
  const auto top = state.top(thread);
  const auto& frame = state.frames[top];
  if (frame.is_call()) {
    if (!only_returns(state, top)) collector.frame(top);
    collector.returned(calling(program, state, top));
    return collector.take();
  }
  const auto position = frame.code().position;
  if (position < end_of(program, frame)) {
    collector.statement(block_of(program, frame)[position], frame.is_callback() ? &frame.callback() : nullptr);
    return collector.take();
  }
  if (frame.is_callback()) { // it ends, and its call goes on
    collector.frame(top);
    collector.frame(state.around(top));
  }
  return collector.take();
}

Footprint future_of_others(const Program& program, const State& state, std::uint32_t thread) {
  Collector collector(program, state, true);
  for (std::size_t i = 0; i < state.frames.size(); ++i) {
    const auto& frame = state.frames[i];
    if (frame.thread == thread || frame.thread < first_thread) continue; // (main waits for all of them)
    if (frame.is_code()) collector.code(block_of(program, frame), frame.code().position, end_of(program, frame));
    if (frame.is_call()) collector.returned(calling(program, state, i));
    if (frame.is_call() && only_returns(state, i))
      collector.result(frame.call());
    else if (!frame.is_code() || frame.is_callback())
      collector.frame(i);
  }
  return collector.take();
}

} // namespace moot
